import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forget, readOnce, remembering, unreadOf } from './reads.js'

const network = {
  chainId: 'eip155:1',
  name: 'Ethereum',
  currency: { symbol: 'ETH', decimals: 18 },
  rpcUrl: 'https://n.example',
  tokens: [],
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function asking() {
  const reads = { answers: new Map(), unread: new Map(), onLate: vi.fn() }
  const on = remembering({ ...network, reads })
  const answers: { readonly resolve: (answer: unknown) => void; readonly reject: (error: Error) => void }[] = []
  const ask = () => new Promise<unknown>((resolve, reject) => answers.push({ resolve, reject }))
  return { on, reads, read: () => readOnce(on, ['balance'], ask), answers }
}

describe('what a node is asked for a description', () => {
  test('[F18] is asked once; what isn’t there after 1.5 s is missing, is said to be, and is told when it comes', async () => {
    const { on, reads, read, answers } = asking()
    const first = read()
    await vi.advanceTimersByTimeAsync(1_499)
    expect(unreadOf(on)).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(await first).toBeUndefined()
    expect(unreadOf(on)).toBe('asked')
    expect(reads.onLate).not.toHaveBeenCalled()
    answers[0]?.resolve('7')
    await vi.advanceTimersByTimeAsync(0)
    expect(reads.onLate).toHaveBeenCalledOnce()
    expect(unreadOf(on)).toBeUndefined()
    expect(await read()).toBe('7')
    expect(answers).toHaveLength(1)
  })

  test('is lost where the node fails, early or late, which is told as well', async () => {
    const early = asking()
    const refused = early.read()
    early.answers[0]?.reject(new Error('no'))
    expect(await refused).toBeUndefined()
    expect(unreadOf(early.on)).toBe('lost')
    expect(early.reads.onLate).not.toHaveBeenCalled()
    const late = asking()
    void late.read()
    await vi.advanceTimersByTimeAsync(1_500)
    late.answers[0]?.reject(new Error('no'))
    await vi.advanceTimersByTimeAsync(0)
    expect(unreadOf(late.on)).toBe('lost')
    expect(late.reads.onLate).toHaveBeenCalledOnce()
    expect(await late.read()).toBeUndefined()
  })

  test('is asked anew where it was forgotten, and what comes for nobody is told to nobody', async () => {
    const { on, reads, read, answers } = asking()
    void read()
    await vi.advanceTimersByTimeAsync(1_500)
    forget(on)
    expect(unreadOf(on)).toBeUndefined()
    answers[0]?.resolve('7')
    await vi.advanceTimersByTimeAsync(0)
    expect(reads.onLate).not.toHaveBeenCalled()
    const again = read()
    answers[1]?.resolve('8')
    expect(await again).toBe('8')
  })
})
