import type { RelaySocket } from '../connection.js'

/** For tests; no entry exports it. A socket with its far end. */
export interface TestSocket extends RelaySocket {
  readonly isOpen: boolean
  readonly isOver: boolean
  open(): void
  /** Hands a text to the near end. */
  readonly receive: (text: string) => void
  /** Ends it, as the far end or the network does. */
  end(close: { readonly code: number; readonly reason?: string | undefined }): void
}

interface SocketEvent {
  readonly data: string
  readonly code: number
  readonly reason: string
}

export function createTestSocket({
  sent,
  ended,
}: {
  readonly sent: (text: string) => void
  readonly ended: () => void
}): TestSocket {
  const listeners: { readonly type: string; readonly listener: (event: SocketEvent) => void }[] = []
  let state: 'connecting' | 'open' | 'over' = 'connecting'
  const tell = (type: string, event: Partial<SocketEvent> = {}) => {
    for (const each of [...listeners])
      if (each.type === type) each.listener({ data: '', code: 0, reason: '', ...event })
  }
  const socket: TestSocket = {
    get isOpen() {
      return state === 'open'
    },
    get isOver() {
      return state === 'over'
    },
    open() {
      state = 'open'
      tell('open')
    },
    receive(text) {
      if (state === 'open') tell('message', { data: text })
    },
    end({ code, reason = '' }) {
      if (state === 'over') return
      if (state === 'connecting') tell('error')
      state = 'over'
      ended()
      tell('close', { code, reason })
    },
    addEventListener(type: string, listener: (event: SocketEvent) => void) {
      listeners.push({ type, listener })
    },
    send(text) {
      if (state === 'connecting') throw new DOMException('Still in CONNECTING state.', 'InvalidStateError')
      if (state === 'open') sent(text)
    },
    close() {
      if (state === 'over') return
      state = 'over'
      ended()
      queueMicrotask(() => tell('close', { code: 1005 }))
    },
  }
  return socket
}
