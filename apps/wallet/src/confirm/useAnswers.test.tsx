import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useAnswers } from './useAnswers.js'

afterEach(cleanup)

interface Said {
  readonly text: string
}

const failed = (): Said => ({ text: 'failed' })

/** Reads that are answered by name, whenever the test says. */
function stage() {
  const open = new Map<string, { readonly resolve: (said: Said) => void; readonly reject: (error: Error) => void }>()
  const ask = (name: string) => new Promise<Said>((resolve, reject) => open.set(name, { resolve, reject }))
  const answer = (name: string) => act(async () => open.get(name)?.resolve({ text: name }))
  const fail = (name: string) => act(async () => open.get(name)?.reject(new Error(name)))
  const reads = { first: () => ask('first'), second: () => ask('second') }
  const hook = renderHook(({ read }: { read: () => Promise<Said> }) => useAnswers({ read, failed }), {
    initialProps: { read: reads.first },
  })
  return { ask, answer, fail, reads, hook }
}

test('reads, and shows the answer of each press, busy as long as it lasts', async () => {
  const { ask, answer, fail, hook } = stage()
  expect(hook.result.current).toMatchObject({ shown: undefined, isBusy: false })
  await answer('first')
  expect(hook.result.current.shown).toEqual({ text: 'first' })
  act(() => hook.result.current.act(() => ask('press')))
  expect(hook.result.current).toMatchObject({ shown: { text: 'first' }, isBusy: true })
  await fail('press')
  expect(hook.result.current).toMatchObject({ shown: { text: 'failed' }, isBusy: false })
})

test('an answer that comes after what followed it is ignored', async () => {
  const { answer, fail, reads, hook } = stage()
  hook.rerender({ read: reads.second })
  await answer('second')
  await answer('first')
  expect(hook.result.current.shown).toEqual({ text: 'second' })
  hook.rerender({ read: reads.first })
  expect(hook.result.current.shown).toBeUndefined()
  hook.unmount()
  await fail('first')
  expect(hook.result.current.shown).toBeUndefined()
})
