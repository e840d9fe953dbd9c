import { layerBelow, neighboursOf } from './foreign.js'

export interface GivingWayParameters {
  readonly dialog: HTMLDialogElement
  /** The modal's element. */
  readonly host: HTMLElement
  /** The elements of others in the page. */
  readonly foreign: ReadonlySet<Element>
}

export interface GivingWay {
  /** Lies below what others show by now, and leaves that alive. */
  readonly follow: () => void
  /** The page behind is alive again. */
  readonly release: () => void
}

/**
 * Shows a modal dialog without the top layer, where what others show can't lie over it: below theirs, with the page behind as inert as before.
 *
 * @returns undefined where it stays as it is: the host has a modal dialog of its own, or another element alone on the screen, outside of which nothing is alive or seen
 */
export function giveWay({ dialog, host, foreign }: GivingWayParameters): GivingWay | undefined {
  const { ownerDocument: document } = host
  if (document.querySelector('dialog:modal') || document.fullscreenElement) return undefined
  const behind = new Set(
    neighboursOf(host).flatMap((each) =>
      each instanceof HTMLElement && !each.inert && !foreign.has(each) ? [each] : [],
    ),
  )
  // First, or closing would hand the focus back to what opened the dialog.
  for (const each of behind) each.inert = true
  const unlock = unlockPresses(document)
  const release = () => {
    unlock()
    for (const each of behind) each.inert = false
    behind.clear()
  }
  const follow = () => {
    for (const each of behind)
      if (foreign.has(each)) {
        each.inert = false
        behind.delete(each)
      }
    dialog.style.zIndex = String(layerBelow(foreign))
  }
  follow()
  show(dialog, () => dialog.show())
  // One that is inert takes no focus: a modal dialog of the host's, in a shadow root, is around it.
  if (!dialog.contains(activeIn(dialog))) {
    comeBack(dialog)
    release()
    return undefined
  }
  return { follow, release }
}

/** Some hosts' dialogs take presses from all of body, and with that from what others put there. By a sheet of its own, as theirs is undone at any time. */
function unlockPresses(document: Document): () => void {
  if (!('adoptedStyleSheets' in document)) return () => {}
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('body{pointer-events:auto!important}')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
  }
}

/** Shows it in the top layer again. */
export function comeBack(dialog: HTMLDialogElement): void {
  show(dialog, () => dialog.showModal())
  dialog.style.zIndex = ''
}

/** Shows it otherwise: it neither fades nor comes again, and what had the focus keeps it. */
function show(dialog: HTMLDialogElement, open: () => void): void {
  const focused = activeIn(dialog)
  // Its event comes once it's open again, and is none of a closing.
  dialog.close()
  open()
  if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus({ preventScroll: true })
  for (const each of [dialog, ...dialog.children]) for (const animation of each.getAnimations()) animation.finish()
}

function activeIn(dialog: HTMLDialogElement): Element | null {
  const root = dialog.getRootNode()
  return root instanceof ShadowRoot ? root.activeElement : null
}
