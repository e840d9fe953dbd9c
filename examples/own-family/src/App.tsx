import { FoyerButton, FoyerProvider } from '@foyer/react'
import '@foyer/react/style.css'
import { Account } from './Account'
import { foyer } from './foyer'

export function App() {
  return (
    <FoyerProvider foyer={foyer}>
      <h1>My dapp</h1>
      <FoyerButton />
      <Account />
    </FoyerProvider>
  )
}
