// Names of types until version 0.1.0.
/** @deprecated Old name of `Kind`. */
export type KindInfo = Kind;
/** @deprecated Old name of `Direction`. */
export type DirectionInfo = Direction;
/** @deprecated Old name of `Setting`. */
export type SettingInfo = Setting;
/** @deprecated Old name of `SettingOption`. */
export type ChoiceInfo = SettingOption;
/** @deprecated Old name of `Modifier`. */
export type ModifierInfo = Modifier;
/** @deprecated Old name of `Ranking`. */
export type HintRanking = Ranking;
/** @deprecated Old name of `Choice`. */
export type HintChoice = Choice;
/** @deprecated Old name of `ValueRanking`. */
export type LearnerRanking = ValueRanking;
/** @deprecated Old name of `ValueChoice`. */
export type LearnerChoice = ValueChoice;
/** @deprecated Old name of `Progress`. */
export type LearnerProgress = Progress;
/** @deprecated Old name of `Failure`. */
export type BatchFailure = Failure;
