import type { Frame } from '../frame/createFrame.js'
import { windowPath } from '../protocol/hello.js'

/** The wallet's own window, as the page around opens it in a press. It finds the wallet's frame by itself: this page neither reads nor answers what it shows. */
export interface PressWindow {
  /** Opens it while the browser lets a press do so, unless it is open. @returns to be called once what was asked has its answer: the last closes it */
  open(): () => void
}

/** As much of the browser as this needs. */
export interface PressingPage {
  readonly navigator: { readonly userActivation?: Pick<UserActivation, 'isActive'> | undefined }
  open(url: string, name: string, features: string): { readonly closed: boolean; close(): void } | null
}

export function createPressWindow({
  frame,
  lang,
  page = globalThis,
}: {
  readonly frame: Pick<Frame, 'origin' | 'announce' | 'isOwn'>
  readonly lang: string
  readonly page?: PressingPage | undefined
}): PressWindow {
  let opened: ReturnType<PressingPage['open']> = null
  let waiting = 0
  const open = () => {
    const isPress = page.navigator.userActivation?.isActive === true
    if (!isPress || !frame.isOwn() || (opened && !opened.closed)) return
    const nonce = newNonce()
    const url = `${new URL(windowPath, frame.origin)}?${new URLSearchParams({ lang, by: 'host' })}#${nonce}`
    opened = page.open(url, '_blank', 'popup,width=400,height=640')
    if (opened) frame.announce(nonce)
  }
  return {
    open() {
      open()
      waiting += 1
      return () => {
        waiting -= 1
        if (waiting > 0) return
        opened?.close()
        opened = null
      }
    },
  }
}

/** 128 random bits, as the wallet's windows are named. */
const newNonce = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
