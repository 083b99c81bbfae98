// Written by the tests of polymerge-schema.

/** Limits of the data that strangers may send, as whole numbers from 0 on. Limits that are left out have the defaults of SECURITY.md. `"strict"` stands for all limits for servers. */
export interface Limits {
    /** Bytes of a text that is opened, of any kind. */
    text?: number;
    /** @deprecated Old name of `text`. */
    openedLength?: number;
    /** Work of all turns of a replay, or of a claim that is checked. */
    gameWork?: number;
    /** Work of one evaluation, in steps. */
    evaluationSteps?: number;
    /** @deprecated Old name of `evaluationSteps`. */
    steps?: number;
    /** Bytes that one evaluation may take, freed or not. */
    evaluationMemory?: number;
    /** @deprecated Old name of `evaluationMemory`. */
    memory?: number;
    /** Depth of evaluations that call one another: 256 at most. */
    depth?: number;
    /** Depth of nested arrays: 256 at most. */
    nesting?: number;
    /** Bits of an integer. */
    integerBits?: number;
    /** UTF-16 units of a text. */
    textLength?: number;
    /** Entries of an array. */
    arrayLength?: number;
    /** The largest prime that is looked for. */
    largestPrime?: number;
    /** Entries of a list of factors. */
    factors?: number;
    /** Cells of a grid, in modes and codes. */
    cells?: number;
    /** Entries of a tile, in modes and codes. */
    tileEntries?: number;
    /** Tiles shown ahead, in modes and codes. */
    nextTiles?: number;
    /** Entries of each list of a mode. */
    entries?: number;
    /** Passes of one turn. */
    passes?: number;
    /** Work of one turn. */
    turnSteps?: number;
    /** Signals within signals: 32 at most. */
    scriptDepth?: number;
    /** Bytes of variables, spawns, next tiles and grid together. */
    kept?: number;
    /** Bytes of the content of a cell. */
    content?: number;
    /** Bytes of a save code. */
    codeLength?: number;
    /** Pieces of a save code that are looked at. */
    pieces?: number;
    /** Bytes of one piece. */
    pieceLength?: number;
    /** Depth of nested lists in a save code: 320 at most. */
    codeDepth?: number;
    /** Values in a save code. */
    codeValues?: number;
    /** Digits of an integer in a save code. */
    integerDigits?: number;
    /** Sum of the squares of the digits of all long integers in a save code. */
    integerWork?: number;
    /** Rows, and columns, of a grid in a save code. */
    side?: number;
    /** Steps of a recorded game. */
    moves?: number;
    /** Bytes of a mode file. */
    fileLength?: number;
    /** Depth of nested values in a mode file: 300 at most. */
    fileDepth?: number;
    /** Values in a mode file. */
    fileValues?: number;
    /** Files that may extend one another: 8 at most. */
    fileExtends?: number;
    /** Steps of a game that can be undone. */
    undoSteps?: number;
    /** Bytes of the states to go back to, of a game or a replay. */
    undoBytes?: number;
    /** @deprecated Old name of `undoBytes`. */
    undoMemory?: number;
    /** Looks of tiles that are remembered. */
    looks?: number;
    /** Bytes of the looks that are remembered. */
    looksBytes?: number;
    /** @deprecated Old name of `looksBytes`. */
    looksMemory?: number;
    /** Lines that an engine or a batch remembers. */
    rememberedLines?: number;
    /** Steps of tests of tiles that an engine or a batch remembers. */
    rememberedTests?: number;
}
