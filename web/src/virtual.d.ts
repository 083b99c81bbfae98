declare module "virtual:first-mode" {
  const first: import("./game/local").FirstMode;
  export default first;
}

declare module "virtual:bundled" {
  /** Something that is part of the site, and its licence. */
  interface Part {
    name: string;
    version: string;
    licence: string;
  }
  const bundled: {
    version: string;
    /** The address of the source; "" if that is not known. */
    source: string;
    packages: Part[];
    crates: Part[];
  };
  export default bundled;
}

declare module "virtual:recipes" {
  /** The modes of the cookbook. */
  const recipes: { name: string; text: string }[];
  export default recipes;
}

declare module "virtual:templates" {
  /** Mode files to begin with, by their names, and a picture of a game of each. */
  const templates: Record<string, { text: string; picture: string } | undefined>;
  export default templates;
}

declare module "virtual:weights" {
  /** Addresses of files, by the hash of the rules. */
  const files: Record<string, string | undefined>;
  export default files;
}

declare module "virtual:placeholders" {
  /** Address of the file with the empty boards of all modes. */
  const address: string;
  export default address;
}

declare module "virtual:small-modes" {
  /** The folder with a file for each numbered mode. */
  const folder: string;
  export default folder;
}

declare module "virtual:mode-previews" {
  /** The folder with a file for each mode that says what it is like. */
  const folder: string;
  export default folder;
}

declare module "virtual:measures" {
  /** Measured figures of modes, by their names. */
  const measures: Readonly<Record<string, import("./engine/facts").Measures | undefined>>;
  export default measures;
}
