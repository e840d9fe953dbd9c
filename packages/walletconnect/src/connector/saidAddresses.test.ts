import type { LiveConnection } from '@foyer/core'
import { bitcoin } from '@foyer/core/networks'
import { describe, expect, test } from 'vitest'
import type { SessionNamespaces } from '../protocol/index.js'
import { liveOf } from './test/liveSessionOf.js'

describe('other addresses of bip122', () => {
  const at = bitcoin.caipNetworkId
  const name = 'bip122_addressesChanged'
  const bip122 = (own: readonly string[] = []): SessionNamespaces => ({
    bip122: { accounts: ['bc1a', 'bc1b'].map((each) => `${at}:${each}`), methods: own, events: [name] },
  })
  const said = [{ address: 'bc1a' }, { address: 'bc1p', intention: 'ordinal' }]
  const sessionProperties = { bip122_getAccountAddresses: JSON.stringify(said), other: 1 }
  const propertiesOf = ({ channel }: LiveConnection) => {
    const { scopedProperties = {}, sessionProperties: all = {} } = channel?.properties?.() ?? {}
    return [all.bip122_getAccountAddresses, Reflect.get(Object(scopedProperties[at]), 'bip122_getAccountAddresses')]
  }

  test('[S4.19] [W8] the accounts follow, within what was granted; of the others those that the wallet said before', () => {
    const { connect, emit, heard } = liveOf({ namespaces: bip122(), sessionProperties })
    const live = connect(bitcoin)
    const now = [{ address: 'bc1stranger' }, { address: 'bc1b', publicKey: '02' }, said[1]]
    emit(name, now, at)
    expect(heard).toMatchObject([
      { type: 'accountsChanged', family: 'bip122', accounts: [{ address: 'bc1b' }, { address: 'bc1a' }] },
    ])
    expect(propertiesOf(live)).toEqual([undefined, now.slice(1)])
    expect(live.channel?.properties?.()).toMatchObject({ sessionProperties: { other: 1 } })
  })

  test('a wallet that may be asked for them is, in the place of what it said', () => {
    const { connect, emit } = liveOf({ namespaces: bip122(['getAccountAddresses']), sessionProperties })
    const live = connect(bitcoin)
    emit(name, ['bc1b'], at)
    expect(propertiesOf(live)).toEqual([undefined, undefined])
  })

  test('an account that is granted afterwards is then the first', () => {
    const { connect, emit, update, heard } = liveOf({ namespaces: bip122() })
    connect(bitcoin)
    emit(name, ['bc1c'], at)
    expect(heard).toEqual([])
    update({ bip122: { accounts: [`${at}:bc1a`, `${at}:bc1c`], methods: [], events: [name] } })
    expect(heard.at(-1)).toMatchObject({ accounts: [{ address: 'bc1c' }, { address: 'bc1a' }] })
  })

  test.each([undefined, [], [null], [{}], 'x', '[1]', [{ address: '' }], { 0: 'bc1b' }])(
    'what is none, such as %o, changes nothing',
    (data) => {
      const { connect, emit, heard } = liveOf({ namespaces: bip122(), sessionProperties })
      const live = connect(bitcoin)
      emit(name, data, at)
      emit('eip155_addressesChanged', ['bc1b'], at)
      expect(heard).toEqual([])
      expect(propertiesOf(live)).toEqual([sessionProperties.bip122_getAccountAddresses, undefined])
    },
  )
})
