import type { LoginRequest } from '../connector/live.js'
import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { isTelegram } from '../platform/openLink.js'
import type { FoyerState } from '../state/state.js'
import { type ObservableValue, observable } from '../store/observable.js'

/** `blocked`: the browser lets none be opened but by another press. `closed`: it was closed, or the provider hides it from this page. */
export type LoginWindowState = 'none' | 'open' | 'blocked' | 'closed'

/** The interval, in milliseconds, of checking whether the window is still there. */
const lookMs = 1_000

interface LoginWindowKit {
  readonly foyer: Foyer
  /** The window is at the provider: the login is answered so. */
  readonly opened: () => void
}

/** The window of a provider, in which a visitor logs in: opened by a press, closed with the login. */
export class LoginWindow {
  readonly state: ObservableValue<LoginWindowState> = observable<LoginWindowState>('none')
  private opened: Window | null = null
  private stop = (): void => {}

  private readonly kit: LoginWindowKit

  constructor(kit: LoginWindowKit) {
    this.kit = kit
  }

  /** Goes on with the one that a press has opened, or that the browser has refused to it; it goes to the provider as soon as its address is known. @returns whether it is open */
  take(opened: Window | null): boolean {
    this.end()
    this.opened = opened
    this.state.set(opened ? 'open' : 'blocked')
    this.watch()
    return opened !== null
  }

  /** Closes it, and with it what watches it. */
  end(): void {
    this.stop()
    this.stop = () => {}
    this.opened?.close()
    this.opened = null
    this.state.set('none')
  }

  private watch(): void {
    const { foyer } = this.kit
    const { clock } = contextOf(foyer)
    let url: string | undefined
    const follow = ({ connection: { attempts } }: Pick<FoyerState, 'connection'>) => {
      const { connect: attempt } = attempts
      if (attempt?.step.type !== 'popup' || attempt.end || attempt.step.url === url || !this.opened) return
      url = attempt.step.url
      if (lead(this.opened, url)) this.kit.opened()
    }
    const look = () => {
      if (this.opened?.closed && this.state.get() === 'open') this.state.set('closed')
      stopClock = clock.setTimeout(look, lookMs)
    }
    let stopClock = clock.setTimeout(look, lookMs)
    const stopWatching = foyer.store.subscribe((state, before) => {
      const { connect: attempt } = state.connection.attempts
      if (attempt === before.connection.attempts.connect) return
      if (attempt?.end || !attempt) this.end()
      else follow(state)
    })
    this.stop = () => {
      stopClock()
      stopWatching()
    }
    follow(foyer.store.getState())
  }
}

/** Goes to the provider; an address of another kind than the web's leads nowhere. */
function lead(opened: Window, url: string): boolean {
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (isWeb) opened.location.replace(url)
  return isWeb
}

/** Checks whether a login goes on in a window of its provider's. Within Telegram none has this page behind it: the page is left. */
export const needsWindow = (login: LoginRequest): boolean =>
  login.method === 'social' && login.provider !== 'farcaster' && !isTelegram()

/** Opens a provider's window at once, empty, as only a press may: nothing is waited for before it. @returns null where the browser opens none */
export function openAtPress(): Window | null {
  const opened = globalThis.open('', '_blank', 'popup,width=600,height=800')
  // The provider's page has no way into this one.
  if (opened) opened.opener = null
  return opened
}
