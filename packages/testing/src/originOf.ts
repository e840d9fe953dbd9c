/** The origin as the browser has it; an opaque origin is the text `null`, as in the browser. */
export function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null'
}
