import type { Mailboxes } from '../mailboxes.js'

/** For tests: mailboxes that notify as soon as a message is stored, but report the store as done only when released, as Redis may. */
export interface SlowMailboxes extends Mailboxes {
  /** Resolves when a message is stored and notified. */
  readonly stored: Promise<void>
  release(): void
}

export function slowMailboxes(inner: Mailboxes): SlowMailboxes {
  let onStored = () => {}
  let release = () => {}
  const stored = new Promise<void>((resolve) => {
    onStored = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return {
    ...inner,
    async store(request) {
      await inner.store(request)
      onStored()
      await released
    },
    stored,
    release,
  }
}
