import { expect, test } from 'vitest'
import { ChunkLoadError } from '../errors/FoyerError.js'
import { onDemand } from './piece.js'

test('loads once, when it is first called for', async () => {
  let loads = 0
  const piece = onDemand({ chunk: 'piece', load: async () => ++loads })
  expect(loads).toBe(0)
  expect(await Promise.all([piece(), piece()])).toEqual([1, 1])
  expect(await piece()).toBe(1)
})

test('[F18] a load that failed rejects with its name, and the next call loads again', async () => {
  const cause = new TypeError('blocked')
  const loads = [() => Promise.reject(cause), () => Promise.resolve('there')]
  const piece = onDemand({ chunk: 'piece', load: () => loads.shift()?.() ?? Promise.resolve('again') })
  const error = await piece().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ChunkLoadError)
  expect(error).toMatchObject({ code: 'chunk_load', cause, facts: { chunk: 'piece' }, notice: 'error.notLoaded' })
  expect(await piece()).toBe('there')
})
