/** A window as far as a frame and the wallet's own window use one; what is posted to it arrives at once. */
export class ExchangeWindow extends EventTarget {
  opener: ExchangeWindow | null = null
  /** Its frames. */
  readonly [frame: number]: ExchangeWindow
  length = 0
  closed = false
  isFocused = 0
  readonly went: string[] = []
  readonly timers: (() => void)[] = []
  readonly location: { origin: string; hash: string; search: string; pathname: string }
  readonly history = { replaceState: () => {}, back: () => void this.went.push('back') }
  /** Where a message is said to come from. */
  peer: unknown = null

  constructor(origin = 'https://wallet.example') {
    super()
    this.location = { origin, hash: '', search: '', pathname: '/approve' }
  }

  postMessage(data: unknown, target: string, ports: readonly MessagePort[] = []): void {
    if (target === this.location.origin) this.receive({ data, ports: [...ports], origin: target, source: this.peer })
  }

  receive(of: { data: unknown; ports?: MessagePort[]; origin?: string; source?: unknown }): void {
    const event = new Event('message')
    const given = { ports: [], origin: this.location.origin, source: this.peer, ...of }
    for (const [name, value] of Object.entries(given)) Object.defineProperty(event, name, { value })
    this.dispatchEvent(event)
  }

  goTo(url: string): void {
    const { hash, search } = new URL(url)
    Object.assign(this.location, { hash, search })
  }

  setTimeout(callback: () => void): number {
    return this.timers.push(callback)
  }

  /** All that is waited for has been waited for. */
  passTime(): void {
    for (const timer of this.timers.splice(0)) timer()
  }

  focus(): void {
    this.isFocused += 1
  }

  close(): void {
    this.closed = true
  }
}
