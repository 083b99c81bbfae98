declare module "virtual:first-mode" {
  const first: import("./game/room").FirstMode;
  export default first;
}
