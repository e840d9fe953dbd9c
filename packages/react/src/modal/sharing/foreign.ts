/** The elements that are never drawn, and those that are the kit's own. */
const ignored = 'script,style,link,meta,base,title,template,noscript,head,body,[data-foyer]'

/** The attributes that say whether an element is shown. */
const attributeFilter = ['style', 'class', 'hidden', 'open']

const isElement = (node: Node): node is Element => node.nodeType === 1

const styleOf = (element: Element): CSSStyleDeclaration | undefined =>
  element.ownerDocument.defaultView?.getComputedStyle(element)

/** Returns the elements beside the modal's in the page, in its document's order. */
export function neighboursOf(host: Element): readonly Element[] {
  const { documentElement, body } = host.ownerDocument
  return [...body.children, ...documentElement.children].filter((each) => each !== host && !each.matches(ignored))
}

const isDrawn = (element: Element): boolean => styleOf(element)?.display !== 'none'

/** Whether an element is hidden, or has no size. */
function isUnseen(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  const isHidden = element.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) === false
  return isHidden || width * height === 0
}

const isPlaced = (element: Element): boolean => /^(?:fixed|absolute)$/.test(styleOf(element)?.position ?? '')

const floats = (element: Element): boolean =>
  isDrawn(element) && styleOf(element)?.visibility === 'visible' && isPlaced(element)

/** Do presses go through it? Where some dialog of the page takes them from all of body, nobody says that. */
const isPassed = (element: Element): boolean =>
  styleOf(element)?.pointerEvents === 'none' && styleOf(element.ownerDocument.body)?.pointerEvents !== 'none'

/** A layer over the page that presses go through, in which others draw when they have something: toasts, a pointer's trail, a wallet's requests. */
const isLayer = (element: Element): boolean => isPlaced(element) && styleOf(element)?.pointerEvents === 'none'

/** Can nothing in it be pressed so far? */
const isEmptyLayer = (element: Element): boolean =>
  isLayer(element) && [element, ...(element.shadowRoot ?? element).querySelectorAll('*')].every(isPassed)

/**
 * May it draw what can't be read or watched, as an extension's host with a closed root? By where those stand: beside body, under a name of their own, or above all
 * of the page. A page's empty element for its own portals is none.
 */
function isClosed(element: Element): boolean {
  const { localName, shadowRoot, childNodes, parentElement, ownerDocument } = element
  if (shadowRoot || childNodes.length > 0 || !isDrawn(element)) return false
  if (localName.includes('-')) return true
  const mayHoldRoot = /^(?:div|span|section|article|aside)$/.test(localName)
  const isOutside = parentElement === ownerDocument.documentElement
  return mayHoldRoot && (isOutside || Number(styleOf(element)?.zIndex) >= 1_000_000)
}

const liveRegions = '[role=status],[role=alert],[role=log],[aria-live=polite],[aria-live=assertive]'

/** Is it a notice, which asks for nothing: within a live region, or with no words but such regions'? */
function isNotice(element: Element): boolean {
  if (element.closest(liveRegions)) return true
  const said = [...element.querySelectorAll(liveRegions)].map(({ textContent }) => textContent).join('')
  return said !== '' && said === element.textContent
}

export interface ForeignParameters {
  /** The modal's element. */
  readonly host: Element
  /** The elements of others that were shown in the page before. */
  readonly known: ReadonlySet<Element>
  /** Others show something, or have changed it. */
  readonly found: (element: Element) => void
}

/**
 * Watches for what others put into the page from now on: new in body, or there before and shown now, as SDKs prepare a frame or an element of their own that they
 * fill when a wallet is asked, and extensions a layer over all of the page. What can't be watched is found at once; notices never are.
 *
 * @returns ends it
 */
export function watchForeign({ host, known, found }: ForeignParameters): () => void {
  const { documentElement, body } = host.ownerDocument
  const observer = new MutationObserver((records) => {
    for (const { target, type, addedNodes } of records) {
      if (target === body || target === documentElement) for (const node of addedNodes) come(node)
      else {
        const within = neighboursOf(host).find((each) => each.contains(target) || each.shadowRoot?.contains(target))
        const isShown = (node: Node) => isElement(node) && floats(node) && !isNotice(node)
        const changed =
          type === 'attributes'
            ? isShown(target) && isElement(target) && !isPassed(target)
            : [...addedNodes].some(isShown)
        if (within && (theirs.has(within) || changed)) find(within)
      }
    }
  })
  const theirs = new Set<Element>()
  const find = (element: Element) => {
    // All of it from now on: it may draw more, or otherwise.
    if (!theirs.has(element)) watch(element, { subtree: true })
    theirs.add(element)
    found(element)
  }
  const watch = (element: Element, { subtree }: { readonly subtree: boolean }) => {
    observer.observe(element, { attributes: true, attributeFilter, childList: true, subtree })
    // Custom elements hold the whole of their drawing.
    if (element.shadowRoot)
      observer.observe(element.shadowRoot, { attributes: true, attributeFilter, childList: true, subtree: true })
  }
  const come = (node: Node) => {
    if (!isElement(node) || !node.isConnected || node === host || node.matches(ignored)) return
    if (isDrawn(node) && (isClosed(node) || !(isNotice(node) || isEmptyLayer(node)))) find(node)
    else watch(node, { subtree: isLayer(node) })
  }
  for (const element of neighboursOf(host)) {
    if (isClosed(element) || (known.has(element) && isDrawn(element))) find(element)
    else if (isUnseen(element) || isLayer(element)) watch(element, { subtree: isLayer(element) })
  }
  for (const element of [documentElement, body]) observer.observe(element, { childList: true })
  // No attribute says that a popover is shown.
  const toggled = ({ target }: Event) => {
    const shown = neighboursOf(host).find((each) => each === target && each.matches(':popover-open'))
    if (shown && !isNotice(shown)) find(shown)
  }
  documentElement.addEventListener('toggle', toggled, { capture: true })
  return () => {
    documentElement.removeEventListener('toggle', toggled, { capture: true })
    observer.disconnect()
  }
}

/** Above all of a page but what has the highest layer there is. */
const highest = 2_147_483_646

/** The layers of what an element draws, by their z-index. */
function layersOf(element: Element): readonly number[] {
  if (!isDrawn(element)) return []
  const { position, zIndex } = styleOf(element) ?? {}
  const layer = Number.parseInt(zIndex ?? '', 10)
  if (position !== 'static' && layer >= 0) return [layer]
  const { width, height } = element.getBoundingClientRect()
  // A pixel is for screen readers alone.
  if ((position === 'fixed' || position === 'absolute') && Math.min(width, height) > 1) return [0]
  return [...(element.shadowRoot ?? element).children].flatMap(layersOf)
}

/** The layer below everything that these draw. What comes later in a document lies above, where both are in the same. */
export const layerBelow = (elements: Iterable<Element>): number =>
  Math.max(0, Math.min(...[...elements].flatMap(layersOf).map((layer) => layer - 1), highest))

const stops = 'a[href],button,input,select,textarea,iframe,[tabindex]'

/** May Tab stop in it? What is behind a border can't be asked. */
export const mayHoldFocus = (element: Element): boolean =>
  element.isConnected &&
  isDrawn(element) &&
  (element.shadowRoot !== null ||
    element.localName.includes('-') ||
    element.matches(stops) ||
    element.querySelector(stops) !== null)
