// Written from en.json: APPROVE=1 npx vitest run tests/unit/texts.test.ts

declare module "virtual:texts/about" {
  export const about: Readonly<{
    title: string;
    headline: string;
    what: string;
    workshop: string;
    source: string;
    whose: string;
    origin: string;
    keptWhere: string;
    keptGames: string;
    games: string;
    keptLinks: string;
    noTracking: string;
    withScores: string;
    withoutScores: string;
    serverSees: string;
    licences: string;
    licence: string;
    inFull: string;
    packages: string;
    crates: string;
  }>;
}

declare module "virtual:texts/advice" {
  export const advice: Readonly<{
    both: string;
    playing: string;
    pause: string;
    autoplay: string;
    step: string;
    speed: string;
    hint: (way: string | number) => string;
    noMove: string;
    noneLearned: string;
    learnedMissing: string;
    alone: string;
    ask: string;
    score: string;
    logScore: string;
    turns: string;
    points: string;
    games: (values: { games: string | number; turns: string | number }) => string;
    ahead: (values: { moves: number; positions: string | number }) => string;
    all: string;
    mean: (values: { what: string | number; work: string | number }) => string;
    casual: (values: { score: string | number; games: number }) => string;
    cut: (turns: number) => string;
    someCut: (cut: string | number) => string;
    failed: (games: string | number) => string;
    worse: (by: string | number) => string;
    survives: (percent: string | number) => string;
    wins: (percent: string | number) => string;
    because: (values: { way: string | number; reasons: string | number }) => string;
    only: string;
    winsGoal: string;
    survivesNext: string;
    keepsCorner: (tile: string | number) => string;
    makes: (tile: string | number) => string;
    freesCells: (cells: number) => string;
    prepares: (values: { tile: string | number; other: string | number }) => string;
    keepsPairs: (pairs: number) => string;
    morePoints: (points: string | number) => string;
  }>;
}

declare module "virtual:texts/archive" {
  export const archive: Readonly<{
    nothingKept: (why: string | number) => string;
    gamesNotKept: (why: string | number) => string;
    settingsNotKept: (why: string | number) => string;
    gamesNotRead: (why: string | number) => string;
    broken: string;
    begunNotListed: string;
    cleared: string;
    noRoom: string;
    notAllowed: string;
    newerGames: string;
    browserSays: (what: string | number) => string;
    silent: string;
    otherTab: string;
    noData: string;
    unread: (why: string | number) => string;
    notDeleted: (why: string | number) => string;
    notTaken: (why: string | number) => string;
    noFile: string;
    newer: string;
    notWhole: string;
    noGames: string;
    noBrowsers: string;
    manyGames: (most: string | number) => string;
    manyBrowsers: (most: string | number) => string;
    badGame: (number: string | number) => string;
    badBrowser: (number: string | number) => string;
  }>;
}

declare module "virtual:texts/bring" {
  export const bring: Readonly<{
    title: string;
    about: string;
    field: string;
    open: string;
    choose: string;
  }>;
}

declare module "virtual:texts/days" {
  export const days: Readonly<{
    todayIs: string;
    taken: string;
    next: string;
    streak: (days: number) => string;
    best: (days: number) => string;
    begin: string;
    keep: string;
    week: (days: string | number) => string;
    weeks: string;
    counts: string;
    played: string;
    season: string;
    seasonOf: (name: string | number) => string;
    seasonAbout: (values: { from: string | number; to: string | number }) => string;
    seasons: string;
    thisSeason: string;
    players: string;
    bestGame: string;
    noGames: string;
  }>;
}

declare module "virtual:texts/engine" {
  export const engine: Readonly<{
    stopped: string;
    hasStopped: (why: string | number) => string;
    doesNotStart: (why: string | number) => string;
    noScript: string;
    serverAnswers: (status: string | number) => string;
  }>;
}

declare module "virtual:texts/game" {
  export const game: Readonly<{
    points: (number: number) => string;
    moves: (number: number) => string;
    games: (number: number) => string;
    modes: (number: number) => string;
    done: string;
    nothingMoves: (way: string | number) => string;
    merged: (values: { merges: number; tiles: string | number }) => string;
    andMore: (tiles: string | number) => string;
    nothing: string;
    scored: (values: { points: string | number; score: string | number }) => string;
    spawned: (values: { tile: string | number; row: string | number; column: string | number }) => string;
    isOver: string;
    undone: (score: string | number) => string;
    redone: (score: string | number) => string;
    toolbar: string;
    undo: string;
    undoShort: string;
    redo: string;
    redoShort: string;
    newGame: string;
    new: string;
    hint: string;
    pause: string;
    sound: string;
    more: string;
    options: string;
    setUp: string;
    restart: string;
    autoplay: string;
    replay: string;
    share: string;
    buttons: string;
    keys: string;
    directions: string;
    move: (way: string | number) => string;
    next: string;
    merges: string;
    mergeMakes: (values: { tiles: string | number; made: string | number }) => string;
    mergeVanishes: (tiles: string | number) => string;
    newMerge: string;
    newGameOf: (title: string | number) => string;
    sure: string;
    sureAbout: string;
    goOn: string;
    exportAndShare: string;
    result: string;
    youWin: string;
    gameOver: string;
    score: string;
    bestTile: string;
    movesMade: string;
    time: string;
    takenBack: string;
    turnsUndone: (turns: number) => string;
    undoOff: string;
    undoNone: string;
    help: string;
    hintsTaken: (hints: number) => string;
    movesByItself: (moves: number) => string;
    bestSoFar: string;
    moreThan: (points: string | number) => string;
    nextGoal: (points: string | number) => string;
    firstTile: (tile: string | number) => string;
    firstPoints: (points: string | number) => string;
    playOn: string;
    again: string;
    best: (tile: string | number) => string;
    nextIdea: (mode: string | number) => string;
    allOfIt: string;
    picture: string;
    lookAtBoard: string;
    seconds: (seconds: string | number) => string;
    minutes: (minutes: string | number) => string;
    minutesSeconds: (values: { minutes: string | number; seconds: string | number }) => string;
    hoursMinutes: (values: { hours: string | number; minutes: string | number }) => string;
    deletedElsewhere: string;
    playedElsewhere: string;
    keepIt: string;
    playHere: string;
    replaced: string;
    backToIt: string;
    parted: string;
    notHere: string;
    changed: (title: string | number) => string;
    setUpBoard: (title: string | number) => string;
    aloneKept: string;
    alone: string;
    submit: string;
    submitAbout: string;
    daily: (date: string | number) => string;
    notRanked: string;
    ranked: string;
    left: string;
    leftGame: string;
    timeIsOver: string;
  }>;
}

declare module "virtual:texts/games" {
  export const games: Readonly<{
    title: string;
    keptHere: (games: string | number) => string;
    allKept: string;
    choose: string;
    chooseMode: string;
    isBack: (title: string | number) => string;
    isDeleted: (title: string | number) => string;
    play: string;
    win: string;
    over: string;
    withoutUndo: string;
    watch: string;
    watchGame: (title: string | number) => string;
    delete: string;
    deleteGame: (title: string | number) => string;
    saved: string;
    savedPart: (why: string | number) => string;
    file: string;
    added: (games: number) => string;
    apart: (games: number) => string;
    known: (games: number) => string;
    lasting: string;
    notLasting: string;
    neverSaved: string;
    lastSaved: (day: string | number) => string;
    askToLast: string;
    refused: string;
    save: string;
    add: string;
  }>;
}

declare module "virtual:texts/keys" {
  export const keys: Readonly<{
    undo: string;
    redo: string;
    new: string;
    again: string;
    continue: string;
    hint: string;
    auto: string;
    modes: string;
    help: string;
    swipes: string;
    clicks: string;
    gamepad: string;
  }>;
}

declare module "virtual:texts/links" {
  export const links: Readonly<{
    fewerMoves: (values: { all: string | number; read: string | number }) => string;
    otherGame: string;
    openedPart: (values: { read: string | number; all: string | number }) => string;
    openedOther: string;
    calledAs: (values: { called: string | number; title: string | number }) => string;
    tooMuch: string;
    notWhole: string;
    otherVersion: (mode: string | number) => string;
    modifiers: (newGame: string | number) => string;
  }>;
}

declare module "virtual:texts/mode" {
  export const mode: Readonly<{
    mode: string;
    unknown: string;
    play: string;
    bestScores: string;
    inWorkshop: string;
    family: string;
    tiles: string;
    plainTile: string;
    grid: string;
    cells: (size: string | number) => string;
    hexagons: (size: string | number) => string;
    directions: string;
    four: string;
    newTiles: string;
    computed: string;
    tile: string;
    goal: string;
    or: string;
    make: (tiles: string | number) => string;
    noGoal: string;
    howItPlays: string;
    special: string;
    credits: string;
    you: string;
    notPlayed: string;
    playedTimes: (games: number) => string;
    bestOf: (score: string | number) => string;
    wonTimes: (games: number) => string;
    board: (title: string | number) => string;
    length: string;
    lengthOf: (moves: string | number) => string;
    difficulty: string;
    reached: string;
    farOf: (doublings: number) => string;
    skill: string;
    skillOf: (times: string | number) => string;
  }>;
}

declare module "virtual:texts/modes" {
  export const modes: Readonly<{
    title: string;
    found: (values: { found: string | number; all: string | number }) => string;
    search: string;
    searchFor: string;
    startHere: string;
    rulesOf: (title: string | number) => string;
    bestOf: (score: string | number) => string;
    noMode: string;
    hexagons: string;
    short: string;
    shortAbout: string;
    long: string;
    longAbout: string;
    easy: string;
    easyAbout: string;
    hard: string;
    hardAbout: string;
    hex: string;
    hexAbout: string;
    timer: string;
    timerAbout: string;
    large: string;
    largeAbout: string;
    recent: string;
    others: string;
    families: string;
    tryThese: string;
    tomorrow: string;
  }>;
}

declare module "virtual:texts/newgame" {
  export const newgame: Readonly<{
    search: string;
    noMatch: string;
    start: string;
    drawnGrid: string;
    seed: string;
    whole: (values: { least: string | number; most: string | number }) => string;
    wholeOrInfinity: (values: { least: string | number; most: string | number }) => string;
    ratio: string;
    seedAbout: string;
    changed: (number: number) => string;
    chosen: string;
    clear: string;
    without: (choice: string | number) => string;
    settings: string;
    Grid: string;
    Movement: string;
    Spawning: string;
    Merging: string;
    "Tiles and cells": string;
    Display: string;
    board: string;
    columns: (values: { rows: number; columns: number; directions: number }) => string;
    hexagons: (values: { rows: number; directions: number }) => string;
    tooLarge: (about: string | number) => string;
    presets: string;
    deletePreset: (name: string | number) => string;
    presetUnread: string;
    deleted: (name: string | number) => string;
    replaced: (name: string | number) => string;
    noName: string;
    kept: (name: string | number) => string;
    notKept: (name: string | number) => string;
    codeCopied: string;
    codeUsed: string;
    keepAs: string;
    keep: string;
    code: string;
    use: string;
  }>;
}

declare module "virtual:texts/page" {
  export const page: Readonly<{
    result: (values: { points: string | number; moves: string | number }) => string;
    file: string;
    fileName: string;
    unread: string;
    sealed: string;
    unkept: string;
    noMode: string;
    noModeAbout: string;
  }>;
}

declare module "virtual:texts/picture" {
  export const picture: Readonly<{
    bestTile: (tile: string | number) => string;
    won: (result: string | number) => string;
    tooLarge: string;
    noPictures: string;
    failed: string;
  }>;
}

declare module "virtual:texts/board" {
  export const board: Readonly<{
    lead: string;
    best: string;
    withHelp: string;
    score: string;
    boardOf: (title: string | number) => string;
    empty: string;
    blankTile: string;
    compass: readonly string[];
    stay: string;
    returned: (why: string | number) => string;
    lost: (values: { why: string | number; error: string | number }) => string;
    noEngine: (why: string | number) => string;
  }>;
}

declare module "virtual:texts/position" {
  export const position: Readonly<{
    byHand: string;
    none: string;
  }>;
}

declare module "virtual:texts/replay" {
  export const replay: Readonly<{
    title: string;
    titleOf: (title: string | number) => string;
    gone: string;
    board: string;
    move: string;
    where: (values: { move: string | number; last: string | number; score: string | number }) => string;
    after: (values: { move: string | number; last: string | number; time: string | number }) => string;
    back: string;
    pause: string;
    play: string;
    step: string;
    speed: string;
    keys: string;
    linkCopied: string;
    backToGame: string;
    playOn: string;
    copyLink: string;
  }>;
}

declare module "virtual:texts/scores" {
  export const scores: Readonly<{
    title: string;
    titleOf: (mode: string | number) => string;
    boards: (number: number) => string;
    about: string;
    daily: string;
    yours: string;
    waiting: (games: number) => string;
    noMode: string;
    noScores: string;
    list: string;
    board: string;
    kind: string;
    games: string;
    changedRules: string;
    kindOpen: string;
    kindDaily: string;
    kindProgram: string;
    kindRanked: string;
    playRanked: string;
    rankedAbout: string;
    boardOpen: string;
    boardDaily: string;
    boardProgram: string;
    boardRanked: string;
    boardProvesOpen: string;
    boardProvesDaily: string;
    boardProvesRanked: string;
    boardProvesProgram: string;
    provesThis: string;
    allBoards: string;
    play: string;
    sinceWhen: string;
    allTime: string;
    today: string;
    noneYet: string;
    more: string;
    place: string;
    name: string;
    score: string;
    moves: string;
    date: string;
    replay: string;
    goesOnErased: string;
    byProgram: (program: string | number) => string;
    pace: (values: { time: string | number; undone: number }) => string;
    goesOn: string;
    watch: string;
    gameOf: (name: string | number) => string;
    goOn: string;
    boardOfDay: string;
    resultOfDay: string;
    boardOn: (date: string | number) => string;
    yourScore: string;
    largestTile: (tile: string | number) => string;
    atPlace: (place: string | number) => string;
    loading: string;
    cantSubmit: (why: string | number) => string;
    clicks: string;
    code: string;
    other: string;
    noMoves: string;
    provesOpen: string;
    provesDaily: string;
    provesRanked: string;
    sentLater: string;
    inTime: string;
    sentWhileOpen: string;
    result: string;
    summary: (values: { title: string | number; points: number; moves: number }) => string;
    ofDay: (date: string | number) => string;
    ofRanked: string;
    notRanked: string;
    isLate: string;
    nameOnBoard: string;
    another: string;
    sent: string;
    sentAbout: string;
    proves: string;
    playedAgain: string;
    busy: string;
    submit: string;
    placed: string;
    placeWith: (values: { place: string | number; score: string | number }) => string;
    newToken: string;
    yourNewToken: string;
    keepElsewhere: string;
    token: string;
    seeBoard: string;
    yourToken: string;
    yourTokenAbout: string;
    noneSubmitted: string;
    useToken: string;
    recoveryCode: string;
    recoveryAbout: string;
    makeRecovery: string;
    useRecovery: string;
    takeAlong: string;
    saveAll: string;
    eraseAll: string;
    eraseAllForGood: string;
    hiddenByOperators: string;
    hiddenBecause: (why: string | number) => string;
    replacesToken: string;
    useIt: string;
    yourName: string;
    rename: string;
    ownGame: (values: { moves: number; name: string | number }) => string;
    eraseForGood: string;
    erase: string;
    noName: string;
    longName: (length: string | number) => string;
    badName: string;
    blanks: string;
    tooLate: (values: { title: string | number; rest: string | number }) => string;
    otherScore: (score: string | number) => string;
    submitted: (values: { title: string | number; place: string | number }) => string;
    notTaken: (values: { title: string | number; why: string | number }) => string;
    waitingGames: string;
    waits: string;
    sendNow: string;
    sendOpen: string;
    forgetIt: string;
    hidden: string;
    aboutGame: string;
    watched: string;
    follows: string;
    otherGame: string;
    report: string;
    whatIsWrong: string;
    wrongName: string;
    wrongTitle: string;
    wrongGame: string;
    wrongOther: string;
    inYourWords: string;
    sendReport: string;
    reported: string;
    theBoard: string;
    download: string;
    inSeconds: (seconds: string | number) => string;
    inAMinute: string;
    noAnswer: string;
    nameTaken: string;
    byOperators: (why: string | number) => string;
    badToken: string;
    rankedBefore: string;
    tooLong: string;
    refused: (why: string | number) => string;
    tooQuick: (later: string | number) => string;
    serverBusy: (later: string | number) => string;
    nothing: string;
    failed: (values: { status: string | number; later: string | number }) => string;
    noServer: string;
    noReason: string;
  }>;
}

declare module "virtual:texts/settings" {
  export const settings: Readonly<{
    title: string;
    language: string;
    languageAuto: string;
    en: string;
    de: string;
    es: string;
    languageAbout: string;
    theme: string;
    system: string;
    light: string;
    dark: string;
    apart: string;
    apartAbout: string;
    pace: string;
    slow: string;
    usual: string;
    fast: string;
    none: string;
    undo: string;
    undoAny: string;
    undoOne: string;
    undoOff: string;
    hand: string;
    rightHand: string;
    leftHand: string;
    pad: string;
    padByMode: string;
    padAlways: string;
    padNever: string;
    ask: string;
    askAbout: string;
    sound: string;
    soundAbout: string;
    vibration: string;
    vibrationAbout: string;
    anywhere: string;
    anywhereAbout: string;
    swipe: string;
    swipeAbout: (pixels: string | number) => string;
    kept: string;
    about: string;
  }>;
}

declare module "virtual:texts/setup" {
  export const setup: Readonly<{
    title: string;
    tooLarge: (cells: string | number) => string;
    clear: string;
    asInGame: string;
    score: string;
    fine: string;
    badScore: string;
    noTile: string;
    stuck: string;
    wins: string;
    changes: string;
    play: string;
    link: string;
    linkAbout: string;
    pieces: string;
    empty: string;
    hole: string;
    board: string;
    cell: (values: { row: string | number; column: string | number; what: string | number }) => string;
    emptyCell: string;
    holeCell: string;
  }>;
}

declare module "virtual:texts/race" {
  export const race: Readonly<{
    title: string;
    titleOf: (title: string | number) => string;
    about: string;
    yourTurn: string;
    sendIt: string;
    draw: string;
    youLead: (points: string | number) => string;
    otherLeads: (points: string | number) => string;
    playAgain: string;
    seeOther: string;
    back: string;
    points: string;
    moves: string;
    state: string;
    you: string;
    other: string;
    win: string;
    over: string;
    against: (values: { points: string | number; moves: number }) => string;
    cantRace: string;
    begin: string;
    play: string;
  }>;
}

declare module "virtual:texts/share" {
  export const share: Readonly<{
    modeLink: string;
    modeLinkAbout: string;
    gameLink: string;
    gameLinkAbout: string;
    raceLink: string;
    raceLinkAbout: string;
    gameCode: string;
    gameCodeAbout: string;
    modeCode: string;
    modeCodeAbout: string;
    replayCode: string;
    replayCodeAbout: string;
    picture: string;
    pictureAbout: string;
    save: string;
    tooLong: string;
    saveFile: string;
    codes: string;
    resultAbout: string;
    dayAbout: string;
    savePicture: string;
    copyPicture: string;
    resultCopied: string;
  }>;
}

declare module "virtual:texts/site" {
  export const site: Readonly<{
    skip: string;
    main: string;
    modes: string;
    games: string;
    stats: string;
    import: string;
    scores: string;
    workshop: string;
    settings: string;
    moment: string;
    engineComing: string;
    tryAgain: string;
    allModes: string;
    close: string;
    copy: string;
    copied: string;
    share: string;
    undo: string;
    rules: string;
    cantOpen: string;
    openRest: string;
    cantCopy: string;
    noMode: (mode: string | number) => string;
    newVersion: string;
    loadIt: string;
    dismiss: string;
    working: string;
    stop: string;
    onItsWay: string;
    noCatalogue: string;
    codeFile: string;
    tooLarge: (values: { file: string | number; what: string | number }) => string;
    unreadable: (file: string | number) => string;
  }>;
}

declare module "virtual:texts/stale" {
  export const stale: Readonly<{
    partMissing: string;
    partOfBefore: string;
  }>;
}

declare module "virtual:texts/statistics" {
  export const statistics: Readonly<{
    title: string;
    modesPlayed: string;
    games: string;
    won: string;
    moves: string;
    merges: string;
    time: string;
    byMode: string;
    mode: string;
    finished: string;
    bestScore: string;
    withHelp: string;
    mostMoves: string;
    onlySince: (why: string | number) => string;
    notPlayed: string;
    scoresOfAll: string;
    daily: string;
  }>;
}

declare module "virtual:texts/unknown" {
  export const unknown: Readonly<{
    noPage: string;
    noPageHere: string;
    noPageAt: string;
    toGame: string;
  }>;
}

declare module "virtual:texts/workshop" {
  export const workshop: Readonly<{
    title: string;
    file: string;
    noPage: (page: string | number) => string;
    linkIncomplete: string;
    untitled: string;
    yourDraftKept: (title: string | number) => string;
    draftKept: (title: string | number) => string;
    draftDeleted: (title: string | number) => string;
    draftNotDeleted: (title: string | number) => string;
    backToIt: string;
    bringBack: string;
    oneMoment: string;
    engineComes: string;
    engineArrived: string;
    tryAgain: string;
    notChecked: string;
    parts: string;
    editor: string;
    play: string;
    why: string;
    expressions: string;
    trials: string;
    changes: string;
    beginWith: string;
    fileMenu: string;
    openFile: string;
    saveFile: string;
    savePage: string;
    savePageAbout: string;
    copyCode: string;
    copyLink: string;
    deleteDraft: string;
    playOnSite: string;
    share: string;
    opened: (name: string | number) => string;
    saved: (name: string | number) => string;
    openedOnSite: string;
    linkCopied: string;
    linkCopiedLong: (values: { length: string | number; most: string | number }) => string;
    playCopied: string;
    playCopiedLong: (values: { length: string | number; most: string | number }) => string;
    codeCopied: string;
    noEmptyPage: string;
    editMenu: string;
    renameName: string;
    goToDefinition: string;
    format: string;
    toFormulas: string;
    toArrays: string;
    rename: (name: string | number) => string;
    newName: string;
    renameIt: string;
    notDeclared: string;
    changedMeanwhile: string;
    beginTitle: string;
    beginSearch: string;
    beginNone: string;
    drafts: string;
    templates: string;
    recipes: string;
    modes: string;
    doubles: string;
    doublesTeaches: string;
    threes: string;
    threesTeaches: string;
    neighbours: string;
    neighboursTeaches: string;
    walls: string;
    wallsTeaches: string;
    colours: string;
    coloursTeaches: string;
    script: string;
    scriptTeaches: string;
    errors: (count: number) => string;
    warnings: (count: number) => string;
    counted: (values: { errors: string | number; warnings: string | number }) => string;
    line: (number: string | number) => string;
    error: string;
    warning: string;
    colour: (colour: string | number) => string;
    stale: string;
    broken: string;
    goesOn: string;
    couldNotStay: string;
    printed: string;
    clear: string;
    undo: string;
    hint: string;
    newGame: string;
    playOn: string;
    won: string;
    over: string;
    standing: (values: { score: string | number; moves: string | number }) => string;
    learning: string;
    learn: string;
    stop: string;
    pause: string;
    learnedPart: string;
    playByLearned: string;
    learned: string;
    learnedGames: string;
    learnedMoves: string;
    learnedScore: string;
    randomScore: string;
    learnedWon: string;
    whyAbout: string;
    expression: string;
    row: string;
    column: string;
    steps: string;
    evaluate: string;
    moving: string;
    notMoving: string;
    showValues: string;
    moreSteps: (count: number) => string;
    notLearned: string;
    player: string;
    random: string;
    rollouts: string;
    learnedPlayer: string;
    games: string;
    seed: string;
    playGames: (count: number) => string;
    gamesPlayed: string;
    changedSince: string;
    before: (value: string | number) => string;
    moves: string;
    score: string;
    scoreMean: string;
    scoreBest: string;
    goalReached: string;
    howGamesEnd: string;
    endNoMoves: string;
    endLost: string;
    endGoal: string;
    endCut: string;
    endFailed: string;
    range: (values: { middle: string | number; least: string | number; most: string | number }) => string;
    scoresPlot: string;
    survivalPlot: string;
    growthPlot: string;
    largestTable: string;
    mergeRule: string;
    direction: string;
    spawn: string;
    inGame: string;
    withScore: string;
    saveJson: string;
    saveCsv: string;
    axisScore: string;
    axisMoves: string;
    axisShare: string;
    axisValue: string;
    axisGames: string;
    plotAbout: (values: { title: string | number; up: string | number; top: string | number; across: string | number; from: string | number; to: string | number }) => string;
    barAbout: (values: { from: string | number; to: string | number; count: string | number }) => string;
    unchangedLines: string;
    nothingChanged: string;
    noBase: string;
  }>;
}

declare module "virtual:language/*" {
  const areas: import("./area").Areas;
  export default areas;
}
