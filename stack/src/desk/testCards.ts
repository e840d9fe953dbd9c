/** A card that exists nowhere: its number begins with 0, which no bank's does. */
export interface TestCard {
  readonly id: string
  readonly number: string
  readonly name: string
  /** undefined: it is taken */
  readonly declined?: string | undefined
}

export const testCards: readonly [TestCard, ...TestCard[]] = [
  { id: 'good', number: '0000 0000 0000 1111', name: 'Goes through' },
  { id: 'declined', number: '0000 0000 0000 2222', name: 'Is declined', declined: 'The card was declined.' },
  {
    id: 'empty',
    number: '0000 0000 0000 3333',
    name: 'Has no money on it',
    declined: 'There isn’t enough money on the card.',
  },
]
