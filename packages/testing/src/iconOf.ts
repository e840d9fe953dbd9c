/** A square whose colour comes from the name, so that wallets can be distinguished. */
export function iconOf(name: string): string {
  let hue = 0
  for (const letter of name) hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="hsl(${hue} 60% 45%)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
