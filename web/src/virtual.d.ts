declare module "virtual:first-mode" {
  const first: import("./game/stage").FirstMode;
  export default first;
}

declare module "virtual:weights" {
  /** Addresses of files, by the hash of the rules. */
  const files: Record<string, string | undefined>;
  export default files;
}
