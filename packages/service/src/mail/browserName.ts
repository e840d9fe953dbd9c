/** Names by which most visitors call their browser and machine; the first that fits, since each names its forerunners as well. */
const browsers = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const machines = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/**
 * Names the browser that asks, such as `Firefox on Windows`, from its own words: it is for a person to recognise, and proves nothing. Nothing of the
 * header itself is passed on.
 */
export function browserName(userAgent: string | undefined): string {
  const said = (userAgent ?? '').slice(0, 512)
  const find = (list: readonly (readonly [RegExp, string])[]) => list.find(([pattern]) => pattern.test(said))?.[1]
  const [browser = 'A browser', machine] = [find(browsers), find(machines)]
  return machine === undefined ? browser : `${browser} on ${machine}`
}
