import { expect, test } from 'vitest'
import { ChainUnavailableError } from '../errors/refusals.js'
import { createIdentities } from './identities.js'
import { NameUnreadableError } from './refusals.js'

const { signal } = new AbortController()
const address = `0x${'ab'.repeat(20)}`

test('[S7.4] an unreadable name or picture gives an empty identity; where ENS is unavailable, there is no answer', async () => {
  const unreadable = () => Promise.reject(new NameUnreadableError({ cause: null }))
  const away = () => Promise.reject(new ChainUnavailableError({ chainId: 'eip155:1', cause: new Error('no node') }))
  const named = async () => 'alice.eth'
  const none = async () => null
  const identify = (ens: Parameters<typeof createIdentities>[0]['ens']) =>
    createIdentities({ own: null, ens, publicUrl: undefined }).of({ address, signal })
  const empty = { name: null, avatar: null }
  expect(await identify({ nameOf: unreadable, textOf: none })).toEqual(empty)
  expect(await identify({ nameOf: named, textOf: unreadable })).toEqual(empty)
  await expect(identify({ nameOf: away, textOf: none })).rejects.toBeInstanceOf(ChainUnavailableError)
})
