/** As a browser's, but each message arrives a microtask later: no test waits for a task, and none leaves a port open. */
export class MicrotaskChannel {
  readonly port1: MicrotaskPort = new MicrotaskPort()
  readonly port2: MicrotaskPort = new MicrotaskPort()

  constructor() {
    this.port1.other = this.port2
    this.port2.other = this.port1
  }
}

export class MicrotaskPort {
  other: MicrotaskPort | undefined
  onmessage: ((event: { readonly data: unknown }) => void) | null = null
  isClosed = false

  postMessage(message: unknown): void {
    const data: unknown = structuredClone(message)
    queueMicrotask(() => {
      if (!this.isClosed && this.other && !this.other.isClosed) this.other.onmessage?.({ data })
    })
  }

  close(): void {
    this.isClosed = true
  }
}
