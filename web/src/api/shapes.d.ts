/** Made by vite.config.ts of the API's description. */
declare module "virtual:shapes/*" {
  const shapes: import("./decode").Shapes;
  export default shapes;
}
