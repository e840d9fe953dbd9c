import { FoyerButton } from '@foyer/react'
import { Account } from './account'

export default function Page() {
  return (
    <main>
      <h1>My dapp</h1>
      <FoyerButton />
      <Account />
    </main>
  )
}
