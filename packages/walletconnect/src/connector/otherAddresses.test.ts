import { bitcoin } from '@foyer/core/networks'
import { describe, expect, test } from 'vitest'
import type { SessionNamespaces } from '../protocol/namespaces.js'
import { liveOf } from './test/liveSessionOf.js'

describe('other addresses of bip122', () => {
  const at = bitcoin.caipNetworkId
  const name = 'bip122_addressesChanged'
  const bip122 = (): SessionNamespaces => ({
    bip122: { accounts: ['bc1a', 'bc1b'].map((each) => `${at}:${each}`), methods: [], events: [name] },
  })

  test('[S4.19] [W8] the accounts follow, within what was granted', () => {
    const { connect, emit, heard } = liveOf({ namespaces: bip122() })
    connect(bitcoin)
    emit(name, [{ address: 'bc1stranger' }, { address: 'bc1b', publicKey: '02' }], at)
    const accounts = [{ address: 'bc1b' }, { address: 'bc1a' }]
    expect(heard).toMatchObject([{ type: 'accountsChanged', family: 'bip122', accounts }])
    // The same account with another address beside it: whoever lists them asks again.
    emit(name, [{ address: 'bc1b' }, { address: 'bc1other' }], at)
    expect(heard.slice(1)).toMatchObject([{ type: 'accountsChanged', family: 'bip122', accounts }])
  })

  test('older wallets list plain addresses', () => {
    const { connect, emit, heard } = liveOf({ namespaces: bip122() })
    connect(bitcoin)
    emit(name, ['bc1b'], at)
    expect(heard).toMatchObject([{ accounts: [{ address: 'bc1b' }, { address: 'bc1a' }] }])
  })

  test('an account that is granted afterwards is then the first', () => {
    const { connect, emit, update, heard } = liveOf({ namespaces: bip122() })
    connect(bitcoin)
    emit(name, ['bc1c'], at)
    expect(heard.at(-1)).toMatchObject({ accounts: [{ address: 'bc1a' }, { address: 'bc1b' }] })
    update({ bip122: { accounts: [`${at}:bc1a`, `${at}:bc1c`], methods: [], events: [name] } })
    expect(heard.at(-1)).toMatchObject({ accounts: [{ address: 'bc1c' }, { address: 'bc1a' }] })
  })

  test.each([undefined, [], 'x', '[1]', { 0: 'bc1b' }])('what is no list, such as %o, changes nothing', (data) => {
    const { connect, emit, heard } = liveOf({ namespaces: bip122() })
    connect(bitcoin)
    emit(name, data, at)
    emit('eip155_addressesChanged', ['bc1b'], at)
    expect(heard).toEqual([])
  })
})
