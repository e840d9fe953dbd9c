import { clampChroma, formatHex, modeLrgb, modeOklch, modeRgb, useMode, wcagLuminance } from 'culori/fn'

useMode(modeRgb)
useMode(modeLrgb)
useMode(modeOklch)

/**
 * The colour of a hue that has a given luminance: whatever the hue, letters on it are as readable and it stands out as well
 * from a light page as from a dark one.
 * @param request.hue - in degrees
 * @param request.chroma - how colourful, in OKLCH's measure; less where the screen can't show that much
 * @param request.luminance - WCAG's, from 0 to 1
 * @returns `#rrggbb`
 */
export function colourOf(request: { hue: number; chroma: number; luminance: number }): string {
  const { hue, chroma, luminance: wanted } = request
  const shown = (lightness: number) => clampChroma({ mode: 'oklch', l: lightness, c: chroma, h: hue }, 'oklch', 'rgb')
  let [dark, light] = [0, 1]
  // So far that the next step would change no part of the colour.
  for (let step = 0; step < 12; step += 1) {
    const lightness = (dark + light) / 2
    if (wcagLuminance(shown(lightness)) < wanted) dark = lightness
    else light = lightness
  }
  return formatHex(shown((dark + light) / 2))
}
