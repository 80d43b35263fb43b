/** A file as text: vitest and the build read it. */
declare module '*?raw' {
  const text: string;
  export default text;
}
