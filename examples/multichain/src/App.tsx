import { switchFamily } from '@foyer/core/connection'
import { FoyerProvider, NetworkButton, useFoyerState } from '@foyer/react'
import '@foyer/react/style.css'
import { FamilyAccount } from './FamilyAccount'
import { foyer } from './foyer'

const families = [
  { family: 'eip155', name: 'EVM' },
  { family: 'solana', name: 'Solana' },
  { family: 'bip122', name: 'Bitcoin' },
] as const

export function App() {
  return (
    <FoyerProvider foyer={foyer}>
      <h1>My dapp</h1>
      <FamilySwitch />
      <NetworkButton />
      {families.map((each) => (
        <FamilyAccount key={each.family} {...each} />
      ))}
    </FoyerProvider>
  )
}

/** Which family is active: whatever names none, such as the network button, is about that one. */
function FamilySwitch() {
  const { family: active } = useFoyerState()
  return (
    <fieldset>
      <legend>Active family</legend>
      {families.map(({ family, name }) => (
        <label key={family}>
          <input type="radio" name="family" checked={family === active} onChange={() => switchFamily(foyer, family)} />
          {name}
        </label>
      ))}
    </fieldset>
  )
}
