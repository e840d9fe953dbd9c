import { type FromWindow, readFrom } from './exchange.js'

/** What a window of the wallet's decides. */
export type Decision = Exclude<FromWindow, { readonly type: 'foyer-window-ready' }>

export interface AskInWindowParameters {
  readonly window: Pick<Window, 'open' | 'addEventListener' | 'removeEventListener' | 'location'>
  readonly path: '/approve' | '/continue'
  /** What the window is given once it is there. */
  readonly asked: unknown
  /** @returns whether that was its answer */
  readonly onDecision: (decision: Decision) => boolean
}

/**
 * Asks the visitor in a window of the wallet's own, where no page can lay anything over it. Called in a press, so that the browser lets it open.
 * @returns what stops listening; undefined where the window couldn't be opened
 */
export function askInWindow({ window, path, asked, onDecision }: AskInWindowParameters): (() => void) | undefined {
  const { origin } = window.location
  const opened = window.open(origin + path, 'foyer-wallet', 'popup,width=400,height=640')
  if (!opened) return undefined
  const onMessage = (event: MessageEvent<unknown>) => {
    const said = readFrom('window', event, { source: opened, origin })
    if (!said) return
    if (said.type === 'foyer-window-ready') opened.postMessage(asked, origin)
    else if (onDecision(said)) window.removeEventListener('message', onMessage)
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}
