//! The kinds of save codes and the versions of their layouts.

use std::fmt;

/// The kind of a code, by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The start of a mode.
    Mode,
    /// A game in progress.
    Game,
    /// A finished game to watch.
    Replay,
    /// The form data of a Custom Mode.
    Custom,
    /// The settings of the modifiers.
    Modifiers,
    /// The form data of an Infused Mode.
    Infused,
}

const MARK: &str = "@2048PowComp";

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 6] =
        [Kind::Mode, Kind::Game, Kind::Replay, Kind::Custom, Kind::Modifiers, Kind::Infused];

    /// The name, such as `Mode`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Mode => "Mode",
            Kind::Game => "Game",
            Kind::Replay => "Replay",
            Kind::Custom => "Custom",
            Kind::Modifiers => "Modifiers",
            Kind::Infused => "Infused",
        }
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kind that a code starting with this piece has.
    pub(crate) fn from_mark(piece: &str) -> Option<Kind> {
        Kind::from_name(piece.strip_prefix(MARK)?)
    }

    /// The first piece of a code of this kind.
    pub fn mark(self) -> String {
        format!("{MARK}{}", self.name())
    }

    /// The versions in which codes of this kind were ever written.
    pub fn versions(self) -> &'static [Version] {
        use Version::*;
        match self {
            Kind::Mode | Kind::Game => &[
                V1_0, V1_1, V1_2, V1_3, V1_4, V1_5, V1_5_1, V2_0, V2_1, V2_1_4, V2_1_13, V2_1_14, V2_2,
                V2_2_2, V2_2_3, V2_3, V3_0,
            ],
            Kind::Replay => &[V2_2, V2_2_2, V2_3_1, V3_0],
            Kind::Custom => &[V2_0, V3_0],
            Kind::Modifiers => &[V2_1, V2_3_4, V3_0],
            Kind::Infused => &[V3_0],
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

macro_rules! versions {
    ($($version:ident $name:literal,)*) => {
        /// The version of a layout, oldest first.
        ///
        /// Not every kind has every version: see [`Kind::versions`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        pub enum Version { $($version,)* }

        impl Version {
            /// All versions.
            pub const ALL: &'static [Version] = &[$(Version::$version,)*];

            /// The version as codes spell it.
            pub fn name(self) -> &'static str {
                match self { $(Version::$version => $name,)* }
            }
        }
    };
}

versions! {
    V1_0 "1.0",
    V1_1 "1.1",
    V1_2 "1.2",
    V1_3 "1.3",
    V1_4 "1.4",
    V1_5 "1.5",
    V1_5_1 "1.5.1",
    V2_0 "2.0",
    V2_1 "2.1",
    V2_1_4 "2.1.4",
    V2_1_13 "2.1.13",
    V2_1_14 "2.1.14",
    V2_2 "2.2",
    V2_2_2 "2.2.2",
    V2_2_3 "2.2.3",
    V2_3 "2.3",
    V2_3_1 "2.3.1",
    V2_3_4 "2.3.4",
    V3_0 "3.0",
}

impl Version {
    /// The version that is written today.
    pub const CURRENT: Version = Version::V3_0;

    /// The version of this spelling.
    pub fn from_name(name: &str) -> Option<Version> {
        Version::ALL.iter().copied().find(|version| version.name() == name)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
