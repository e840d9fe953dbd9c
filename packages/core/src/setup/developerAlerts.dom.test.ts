import { expect, test } from 'vitest'
import { FoyerError } from '../errors/FoyerError.js'
import { alertOf } from './developerAlerts.js'

class FrameLoadError extends FoyerError {
  override readonly name = 'FrameLoadError'
  readonly code = 'frame_load'
}

/** What a server says of the project that the page names. */
const serverThat = (answer: () => unknown) => async () => ({
  http: { ask: async () => answer() },
})

test('a project that the server doesn’t know stays the cause when the wallet’s page doesn’t load', async () => {
  const refused = serverThat(() => {
    throw new Error('Unauthorized: invalid key')
  })
  const unsaid: unknown[] = []
  const context = { api: refused, report: (error: unknown) => unsaid.push(error) }
  expect(await alertOf(Object(context), new FrameLoadError('No page'))).toBe('INVALID_PROJECT_ID')
  expect(unsaid).toEqual([])
})
