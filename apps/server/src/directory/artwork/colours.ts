/** A colour of the sRGB space, each part from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number]

/** WCAG's luminance of a colour, from 0 to 1. */
export function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** WCAG's contrast of two luminances, from 1 to 21. */
export function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** `#rrggbb` */
export function toHex(colour: Colour): string {
  const byte = (part: number) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${colour.map(byte).join('')}`
}

/**
 * The colour of a hue that has a given luminance: whatever the hue, letters on it are as readable and it stands out as well
 * from a light page as from a dark one.
 * @param request.hue - in degrees
 * @param request.chroma - how colourful, in OKLCH's measure; less where the screen can't show that much
 */
export function colourOf(request: { hue: number; chroma: number; luminance: number }): Colour {
  const { hue, chroma, luminance: wanted } = request
  let [dark, light] = [0, 1]
  let colour: Colour = [0, 0, 0]
  for (let step = 0; step < 24; step += 1) {
    const lightness = (dark + light) / 2
    colour = showable({ lightness, chroma, hue })
    if (luminance(colour) < wanted) dark = lightness
    else light = lightness
  }
  return colour
}

interface Oklch {
  lightness: number
  chroma: number
  hue: number
}

/** With less chroma, in steps, until the screen can show it. */
function showable({ lightness, chroma, hue }: Oklch): Colour {
  for (let share = 1; share > 0; share -= 0.05) {
    const colour = toSrgb({ lightness, chroma: chroma * share, hue })
    if (colour.every((part) => part >= 0 && part <= 1)) return colour
  }
  const grey = Math.min(1, Math.max(0, encode(lightness ** 3)))
  return [grey, grey, grey]
}

/** @see https://bottosson.github.io/posts/oklab/ for the matrices */
function toSrgb({ lightness, chroma, hue }: Oklch): Colour {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function encode(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
}
