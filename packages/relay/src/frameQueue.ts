/** So many frames of a socket may wait for the one before. */
const maxQueued = 256
/** With so much waiting, nothing more is read from the socket. */
const busyBytes = 512 * 1024
const busyFrames = 128

/** Frames of a socket, one after the other. */
export interface FrameQueue {
  add(frame: { readonly bytes: number; readonly work: () => Promise<void> }): void
  isFull(): boolean
  isBusy(): boolean
  settled(): Promise<void>
}

export function createFrameQueue({ onIdle }: { onIdle: () => void }): FrameQueue {
  let queued = 0
  let queuedBytes = 0
  let working: Promise<void> = Promise.resolve()
  const isBusy = () => queued >= busyFrames || queuedBytes >= busyBytes
  return {
    add({ bytes, work }) {
      queued += 1
      queuedBytes += bytes
      working = working.then(work).finally(() => {
        const wasBusy = isBusy()
        queued -= 1
        queuedBytes -= bytes
        if (wasBusy && !isBusy()) onIdle()
      })
    },
    isFull: () => queued >= maxQueued,
    isBusy,
    settled: () => working,
  }
}
