import { expect, test } from 'vitest'
import { ChainUnavailableError } from '../errors/refusals.js'
import { createIdentities } from './identities.js'
import { NameUnreadableError } from './refusals.js'

const { signal } = new AbortController()
const address = `0x${'ab'.repeat(20)}`

test('[S7.4] whose name or picture can not be read is nobody; where nobody can be asked, there is no answer', async () => {
  const unreadable = () => Promise.reject(new NameUnreadableError({ cause: null }))
  const away = () => Promise.reject(new ChainUnavailableError({ chainId: 'eip155:1', cause: new Error('no node') }))
  const named = async () => 'alice.eth'
  const none = async () => null
  const identify = (ens: Parameters<typeof createIdentities>[0]['ens']) =>
    createIdentities({ own: null, ens, publicUrl: undefined }).of({ address, signal })
  const nobody = { name: null, avatar: null }
  expect(await identify({ nameOf: unreadable, textOf: none })).toEqual(nobody)
  expect(await identify({ nameOf: named, textOf: unreadable })).toEqual(nobody)
  await expect(identify({ nameOf: away, textOf: none })).rejects.toBeInstanceOf(ChainUnavailableError)
})
