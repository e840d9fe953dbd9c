import { isOpenable, UnsafeLinkError } from '../links/walletLink.js'

/** A window of another page. */
export interface Popup {
  /** @throws UnsafeLinkError for what is no web address [F29] */
  readonly show: (url: string) => void
  readonly close: () => void
}

const size = { width: 600, height: 800 }

/**
 * Opens a window, empty as yet: within the press, as a browser opens none later. What it shows can't reach back to this page.
 *
 * @returns undefined where the browser kept it from opening
 */
export function openPopup(page: Window | undefined = globalThis.window): Popup | undefined {
  const opened = page?.open('about:blank', '_blank', featuresOn(page))
  if (!opened || opened.closed) return undefined
  // Not by `noopener`: with that a browser doesn't say whether it opened.
  opened.opener = null
  return {
    show(url) {
      if (!isWebAddress(url)) throw new UnsafeLinkError({ fault: 'scheme' })
      opened.location.replace(url)
    },
    close: () => opened.close(),
  }
}

/** In the middle of the page's own window. */
function featuresOn({ screenX, screenY, outerWidth, outerHeight }: Window): string {
  const left = Math.max(0, Math.round(screenX + (outerWidth - size.width) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - size.height) / 2))
  return `width=${size.width},height=${size.height},left=${left},top=${top},scrollbars=yes`
}

/** What may be opened in the visitor's browser [F29]. */
export const isWebAddress = (url: string): boolean => isOpenable(url) && /^https?:\/\//i.test(url)
