/** What Vite makes of two kinds of imports. */
declare module "*?worker&inline" {
  const PageWorker: new () => Worker;
  export default PageWorker;
}
declare module "*.css";
