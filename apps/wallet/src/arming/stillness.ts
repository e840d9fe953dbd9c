/** One place of the pointer, as an event names it: on the screen, and in the page. */
export interface PointerPlace {
  readonly screenX: number
  readonly screenY: number
  readonly clientX: number
  readonly clientY: number
}

/** How many of the screen's pixels one of the page's may be. */
export interface ScaleRange {
  readonly least: number
  readonly most: number
}

/** Whether a frame stands still on the screen, as far as the places of its pointer say: as long as it does, one scale and one offset lead from each place in the page to that on the screen. */
export interface Stillness {
  /** The device's pixels to one of the page's: another one is another size on the screen. */
  readonly pixelRatio: number
  /** The first place since it stands still. */
  readonly anchor: PointerPlace | undefined
  /** The scales by which every place since then can be explained. */
  readonly scales: ScaleRange
}

/** How far a place may be from where it is expected, in the screen's pixels: the places that a browser tells are rounded. */
const slack = 2

/** How far apart on the screen the places may be that the known scales expect for one in the page: beyond that a movement of the frame could hide. */
const mostUnsure = 10

/** No device has more of its own pixels to one of the screen's; none has fewer than one. */
const mostDensity = 4

/** A frame of which no place is known. */
export const firstStillness = (pixelRatio: number): Stillness => ({
  pixelRatio,
  anchor: undefined,
  // Zoom of the browser and of the page around multiply into the ratio, and so does the density, which is the device's alone.
  scales: { least: pixelRatio / mostDensity, most: pixelRatio },
})

/** @returns the same without its anchor: where the pointer comes back, its place says nothing of the time between */
export const withoutAnchor = (stillness: Stillness): Stillness => ({ ...stillness, anchor: undefined })

/** What a place says of the frame: it has stood still since the anchor; it has moved; or neither is known. */
export type Finding = 'still' | 'moved' | 'unsure'

/**
 * Takes another place of the pointer, at that ratio.
 * @returns what is known then, and what it shows
 */
export function nextStillness(
  stillness: Stillness,
  { screenX, screenY, clientX, clientY }: PointerPlace,
  pixelRatio: number,
): { readonly stillness: Stillness; readonly finding: Finding } {
  const place = { screenX, screenY, clientX, clientY }
  const anew = { stillness: { ...firstStillness(pixelRatio), anchor: place }, finding: 'moved' } as const
  if (pixelRatio !== stillness.pixelRatio) return anew
  const { anchor, scales } = stillness
  if (!anchor) return { stillness: { ...stillness, anchor: place }, finding: 'unsure' }
  const steps: readonly Step[] = [
    { onScreen: place.screenX - anchor.screenX, inPage: place.clientX - anchor.clientX },
    { onScreen: place.screenY - anchor.screenY, inPage: place.clientY - anchor.clientY },
  ]
  const left = steps.reduce(explaining, scales)
  if (left.least > left.most) return anew
  const unsure = Math.max(...steps.map(({ inPage }) => Math.abs(inPage) * (scales.most - scales.least)))
  return { stillness: { ...stillness, scales: left }, finding: unsure <= mostUnsure ? 'still' : 'unsure' }
}

/**
 * A press, and its end, come where the last movement was told: a hand that goes elsewhere is told on its way. Of a frame that moves
 * under a pointer at rest a browser may tell the place on the screen as if that had moved with it.
 */
export const isWhereItWas = (last: PointerPlace | undefined, { clientX, clientY }: PointerPlace): boolean =>
  !last || (Math.abs(clientX - last.clientX) <= slack && Math.abs(clientY - last.clientY) <= slack)

/** @returns the scale that it is drawn at, where its places say that nearly; the largest of those that are left */
export const knownScale = ({ scales: { least, most } }: Stillness): number | undefined =>
  most <= least * mostSpread ? most : undefined

/**
 * Until it is known, none above that of a page which isn't zoomed. A mouse says more on its way to a press; a finger tells one place, by which a frame of a
 * dense screen may have been shrunk as far as its density goes.
 */
export const scaleUntilKnown = (pixelRatio: number, by: 'mouse' | 'finger'): number =>
  Math.min(by === 'mouse' ? pixelRatio : pixelRatio / usualDensity, 1)

/** How far the scales that are left may be apart where one of them is taken for known. */
const mostSpread = 1.2

/** The telephones with more pixels than these to one of the screen's show the least size by an eighth smaller. */
const usualDensity = 3.5

/** The pointer's way from the anchor, along one axis. */
interface Step {
  readonly onScreen: number
  readonly inPage: number
}

/** The scales among these that explain a step too; without any the least is above the most. */
function explaining(scales: ScaleRange, { onScreen, inPage }: Step): ScaleRange {
  if (inPage === 0) return Math.abs(onScreen) <= slack ? scales : none
  const [one, other] = [(onScreen - slack) / inPage, (onScreen + slack) / inPage]
  return {
    least: Math.max(scales.least, Math.min(one, other)),
    most: Math.min(scales.most, Math.max(one, other)),
  }
}

const none: ScaleRange = { least: 1, most: 0 }
