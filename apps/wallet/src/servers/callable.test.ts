import { askCallableCall } from '@foyer/login/vouchedCalls'
import { expect, test } from 'vitest'
import { site } from '../test/testFrame.js'
import { testLogin } from '../test/testLogin.js'
import { callableFor } from './callable.js'

const contract = { chainId: 'eip155:1', address: `0x${'ab'.repeat(20)}` }

test('[F13] a contract is asked about by its project and the origin of its page, each time anew', async () => {
  const device = await testLogin()
  const ask = callableFor({ servers: device.parameters.servers, projectId: 'shop', site })
  const listed = new Set<string>()
  device.scripted.more.set(askCallableCall.path, () => ({ selectors: [...listed] }))
  expect(await ask(contract)).toEqual([])
  expect(device.askedOf(askCallableCall.path)).toEqual([{ projectId: 'shop', site, ...contract }])
  listed.add('0x70e87aaf')
  expect(await ask(contract)).toEqual(['0x70e87aaf'])
  listed.clear()
  expect(await ask(contract)).toEqual([])
})

test('[F13] without an answer nothing is said to be listed', async () => {
  const device = await testLogin()
  device.scripted.more.set(askCallableCall.path, () => ({ selectors: ['0x70e87aaf'] }))
  device.scripted.state.isAway = true
  const ask = callableFor({ servers: device.parameters.servers, projectId: 'shop', site })
  await expect(ask(contract)).rejects.toThrow()
})
