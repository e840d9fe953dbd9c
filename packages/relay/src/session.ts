import { createDeliveries } from './deliveries.js'
import { RelayRequestError, toRequestError } from './errors.js'
import { createFrameQueue } from './frameQueue.js'
import { errorFrame, type Frame, type FrameId, readFrame, resultFrame } from './frames.js'
import type { RelaySessionParameters } from './parameters.js'
import { perform } from './perform.js'
import { costOf, readRequest } from './requests.js'

/** One client's socket, as the relay sees it. */
export interface RelaySession {
  /**
   * Takes a frame. Requests are performed one after the other, while the socket has room for their answers.
   * @returns false for what isn't JSON-RPC at all: such a socket is to be closed
   */
  receive(frame: string): boolean
  /** Whether so much waits to be handled that the socket shouldn't be read from. */
  isBusy(): boolean
  /** The socket has taken what was sent, so it has room for more. */
  drained(): void
  /** Resolves when every frame received so far is handled. */
  settled(): Promise<void>
  /** The socket is closed. What it didn't acknowledge stays in its mailbox. */
  close(): void
}

type RequestFrame = Extract<Frame, { kind: 'request' }>

export function createRelaySession(
  parameters: Omit<RelaySessionParameters, 'giveWay'> & { onGaveWay: () => void },
): RelaySession {
  const { onIdle, onEvent, onFailure, onGaveWay, onClosed } = parameters
  const queue = createFrameQueue({ onIdle })
  const output = createOutput(parameters)
  const close = () => {
    if (output.isClosed()) return
    output.close()
    deliveries.close()
    onClosed()
  }
  const giveWay = () => {
    close()
    onGaveWay()
  }
  const deliveries = createDeliveries({ ...parameters, giveWay, send: output.send })
  const context = { ...parameters, giveWay, deliveries }
  const reject = ({ id, error }: Rejected) => {
    onEvent('refused')
    output.send(errorFrame({ id, error }))
  }
  const answer = createAnswering({ context, output, reject })
  const handle = async (frame: Exclude<Frame, { kind: 'garbage' | 'refused' }>) => {
    await output.untilRoom()
    // A message whose acknowledgement fails comes once more, as clients expect.
    return frame.kind === 'request' ? answer(frame) : deliveries.acknowledge(frame).catch(onFailure)
  }
  return {
    receive(text) {
      const frame = readFrame(text)
      if (frame.kind === 'garbage') return false
      if (frame.kind === 'refused') reject(frame)
      else if (frame.kind === 'request' && queue.isFull()) reject({ id: frame.id, error: tooMany() })
      else queue.add({ bytes: text.length, work: () => handle(frame) })
      return true
    },
    isBusy: queue.isBusy,
    drained() {
      output.drained()
      deliveries.resume()
    },
    settled: queue.settled,
    close,
  }
}

interface Rejected {
  readonly id: FrameId
  readonly error: RelayRequestError
}

interface Answering {
  readonly context: Parameters<typeof perform>[1] & Pick<RelaySessionParameters, 'publishes' | 'pay' | 'onFailure'>
  readonly output: ReturnType<typeof createOutput>
  readonly reject: (rejected: Rejected) => void
}

/** Performs requests, each of which is answered once. */
function createAnswering({ context, output, reject }: Answering) {
  const { owner, publishes, pay, onFailure } = context
  return async ({ id, method, params }: RequestFrame): Promise<void> => {
    let onAnswered = () => {}
    try {
      const request = readRequest({ method, params })
      // A client that has gone still publishes what it sent; what it asked for stays where it is.
      if (output.isClosed() && request.publish === undefined) return
      if (!(await pay({ owner, cost: costOf(request) }))) throw tooMany()
      const topics = request.publish?.map(({ topic }) => topic)
      if (topics !== undefined) onAnswered = publishes.open({ topics, clientId: owner.clientId })
      const { result, afterAnswer } = await perform(request, context)
      output.send(resultFrame({ id, result }))
      if (!output.isClosed()) await afterAnswer()
    } catch (error) {
      const requestError = toRequestError(error)
      if (requestError.answer.data === 'StorageError') onFailure(error)
      reject({ id, error: requestError })
    } finally {
      onAnswered()
    }
  }
}

/** Creates the output that is written to the socket, until it is closed. */
function createOutput({ send, hasRoom }: Pick<RelaySessionParameters, 'send' | 'hasRoom'>) {
  let isClosed = false
  let onDrained = () => {}
  return {
    send(frame: string) {
      if (!isClosed) send(frame)
    },
    /** An answer that no one reads isn't made: a client that doesn't read waits. */
    async untilRoom() {
      while (!isClosed && !hasRoom()) {
        await new Promise<void>((resolve) => {
          onDrained = resolve
        })
      }
    },
    drained: () => onDrained(),
    isClosed: () => isClosed,
    close() {
      isClosed = true
      onDrained()
    },
  }
}

const tooMany = () => new RelayRequestError({ fault: 'TooManyRequests', message: 'Too many requests at once' })
