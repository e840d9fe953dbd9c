import { ChunkLoadError } from '@foyer/core/errors'
import { expect, test, vi } from 'vitest'
import { createPiece } from './piece.js'

test('a piece is fetched once, however often it is asked for', async () => {
  const load = vi.fn(async () => 'content')
  const piece = createPiece({ chunk: 'piece', load, report: () => {} })
  expect(piece.getState()).toEqual({ status: 'absent' })
  piece.load()
  piece.load()
  expect(piece.getState()).toEqual({ status: 'loading' })
  await vi.waitFor(() => expect(piece.getState()).toEqual({ status: 'ready', content: 'content' }))
  piece.load()
  expect(load).toHaveBeenCalledTimes(1)
})

test('one that did not come is told, and the next try really fetches it again', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const load = vi.fn<() => Promise<string>>(async () => 'content').mockRejectedValueOnce(cause)
  const report = vi.fn()
  const piece = createPiece({ chunk: 'modal', load, report })
  piece.load()
  await vi.waitFor(() => expect(piece.getState()).toEqual({ status: 'failed', isLost: false }))
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.any(ChunkLoadError))
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ cause, facts: { chunk: 'modal' } }))
  piece.load()
  await vi.waitFor(() => expect(piece.getState()).toMatchObject({ status: 'ready', content: 'content' }))
  expect(load).toHaveBeenCalledTimes(2)
})

test('one that is needed and fails twice while there is a network may be lost to this page; what was fetched ahead doesn’t count', async () => {
  const online = vi.fn(() => true)
  vi.stubGlobal('navigator', {
    get onLine() {
      return online()
    },
  })
  const load = async () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  const piece = createPiece({ chunk: 'modal', load, report: () => {} })
  const failure = async (begin = piece.need) => {
    begin()
    await vi.waitFor(() => expect(piece.getState().status).toBe('failed'))
    return piece.getState()
  }
  for (const begin of [piece.load, piece.load, piece.need])
    expect(await failure(begin)).toEqual({ status: 'failed', isLost: false })
  online.mockReturnValue(false)
  expect(await failure()).toEqual({ status: 'failed', isLost: false })
  online.mockReturnValue(true)
  expect(await failure(piece.load)).toEqual({ status: 'failed', isLost: false })
  expect(await failure()).toEqual({ status: 'failed', isLost: true })
  vi.unstubAllGlobals()
})

test('one that has unsubscribed is called no more', async () => {
  const piece = createPiece({ chunk: 'piece', load: async () => 1, report: () => {} })
  const listener = vi.fn()
  piece.subscribe(listener)()
  piece.load()
  await vi.waitFor(() => expect(piece.getState().status).toBe('ready'))
  expect(listener).not.toHaveBeenCalled()
})
