import { createServer } from 'node:http'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { askProvider } from './askProvider.js'
import { createProviderRest } from './providerRest.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Shows a token to a provider that answers so. */
async function shown({ status, body }: { readonly status: number; readonly body: string }) {
  const server = createServer((_, response) => response.writeHead(status).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It has no port.')
  const url = `http://127.0.0.1:${address.port}`
  const schema = v.object({ id: v.string() })
  return askProvider({ rest: createProviderRest({ now: () => 0 }), url, authorization: 'Bearer token', schema }).then(
    ({ id }) => id,
    ({ code }) => code,
  )
}

const tooLong = 'x'.repeat(65_537)

test.each([
  [200, JSON.stringify({ id: 'ada' }), 'ada'],
  [200, JSON.stringify({ error: 'bad_code' }), 'social_refused'],
  [401, '', 'social_refused'],
  [400, JSON.stringify({ error: 'invalid_grant' }), 'social_refused'],
  [500, '', 'provider_away'],
  [200, JSON.stringify({ id: 7 }), 'provider_away'],
])('a %i of %s is %s', async (status, body, is) => {
  expect(await shown({ status, body })).toBe(is)
})

test.each([200, 401])(
  'what is longer than any answer refuses nothing, whatever its status (%i): the provider is away',
  async (status) => {
    expect(await shown({ status, body: tooLong })).toBe('provider_away')
  },
)
