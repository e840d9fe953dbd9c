import { expect, test } from 'vitest'
import type { Addresses } from '../actions/read.js'
import type { PaymentRequest } from '../connector/family.js'
import { mainnet } from '../networks/known.js'
import { readRecipient } from './recipient.js'

const to = `0x${'b0'.repeat(20)}`
const asked = (more: Partial<PaymentRequest> = {}): PaymentRequest => ({ to, asset: { type: 'coin' }, ...more })
/** By its first letter: a misspelt address, one that is too short, a payment link. */
const rules: Addresses = {
  parse: (text) => (text.startsWith('0x') ? text : undefined),
  isSame: (one, other) => one === other,
  show: (address) => address,
  hasWrongChecksum: (text) => /^(0x)?m/.test(text),
  hasWrongLength: (text) => text.startsWith('s'),
  parsePaymentLink: (text) =>
    ({
      'pay:here': asked({ networkId: 'eip155:1' }),
      'pay:any': asked(),
      'pay:there': asked({ networkId: 'eip155:10' }),
    })[text],
}
const name = `${'a'.repeat(252)}.id`

test.each<[string, object]>([
  [to, { type: 'found', recipient: { address: to } }],
  ['0xm', { type: 'fault', fault: 'checksum' }],
  ['mistaken', { type: 'fault', fault: 'checksum' }],
  [' short ', { type: 'fault', fault: 'length' }],
  ['pay:here', { type: 'payment', request: asked({ networkId: 'eip155:1' }) }],
  ['pay:any', { type: 'payment', request: asked() }],
  // Paid here, it would be lost there.
  ['pay:there', { type: 'fault', fault: 'network' }],
  [' alice.id ', { type: 'name', name: 'alice.id' }],
  ['a.b.id', { type: 'name', name: 'a.b.id' }],
  ['älice.id', { type: 'name', name: 'älice.id' }],
  [name, { type: 'name', name }],
  [`b${name}`, { type: 'fault', fault: 'address' }],
  ...[
    'alice',
    'alice.',
    '.id',
    'al ice.id',
    'alice.i d',
    'https://alice.id',
    'alice@alice.id',
    'alice.id/',
    'alice.id@',
  ].map((text): [string, object] => [text, { type: 'fault', fault: 'address' }]),
])('[S3.17] reads %j', (text, reading) => {
  expect(readRecipient({ text, network: mainnet, rules })).toEqual(reading)
})
