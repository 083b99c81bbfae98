declare module "virtual:first-mode" {
  const first: import("./game/stage").FirstMode;
  export default first;
}
