import type { family as english } from '../en/family.js'
import type { Translated } from '../sentences.js'

export const family: Translated<typeof english> = {
  'family.eip155': 'شبكات EVM',
  'family.solana': 'سولانا',
  'family.bip122': 'بيتكوين',
  'family.polkadot': 'بولكادوت',
  'family.cosmos': 'كوزموس',
  'family.algorand': 'ألغوراند',
  'family.cip34': 'كاردانو',
  'family.elrond': 'مالتيفيرس إكس',
  'family.multiversx': 'مالتيفيرس إكس',
  'family.near': 'نير',
  'family.tezos': 'تيزوس',
  'family.other': 'شبكات أخرى',
}
