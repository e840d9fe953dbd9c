/** An element of a drawing, with what it draws besides its own. */
export interface DrawnElement {
  readonly name: string
  readonly id: string | undefined
  readonly children: DrawnElement[]
  /** ids of what is drawn with it: by `use`, as a paint, a mask, a marker … */
  readonly targets: string[]
  /** the places at which a marker is drawn */
  readonly corners: number
}

/** The most that a drawing may come to, with all that it draws more than once: a browser draws it in some seconds. */
export const mostDrawn = 100_000
/** The most references that lead on from one to the next. */
const mostSteps = 16

/**
 * Whether a drawing comes to more than a browser can draw: what is referred to counts each time, so that ten references to ten references … count as many as they
 * are. One that refers to itself is endless.
 */
export function isTooHeavy(root: DrawnElement, byId: ReadonlyMap<string, DrawnElement>): boolean {
  const known = new Map<DrawnElement, { readonly drawn: number; readonly steps: number }>()
  const open = new Set<DrawnElement>()
  const weigh = (element: DrawnElement, left: number): { readonly drawn: number; readonly steps: number } => {
    const before = known.get(element)
    if (before) return before
    if (left < 0 || open.has(element)) return { drawn: Number.POSITIVE_INFINITY, steps: 0 }
    open.add(element)
    let [drawn, steps] = [1, 0]
    for (const child of element.children) {
      const of = weigh(child, left)
      drawn += of.drawn
      steps = Math.max(steps, of.steps)
    }
    for (const id of element.targets) {
      const target = byId.get(id)
      if (!target) continue
      const of = weigh(target, left - 1)
      drawn += of.drawn * (target.name === 'marker' ? element.corners : 1)
      steps = Math.max(steps, of.steps + 1)
    }
    open.delete(element)
    const weight = { drawn, steps }
    known.set(element, weight)
    return weight
  }
  const { drawn, steps } = weigh(root, mostSteps)
  return drawn > mostDrawn || steps > mostSteps
}
