/** True in the dev server and in development builds. */
declare const __DEV__: boolean;

declare module '*.css';
declare module '*.module.css' {
  const classes: { readonly [className: string]: string };
  export default classes;
}
