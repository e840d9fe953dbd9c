import { FoyerButton, FoyerProvider } from '@foyer/react'
import '@foyer/react/style.css'
import { foyer } from './foyer'
import { Game } from './Game'

export function App() {
  return (
    <FoyerProvider foyer={foyer}>
      <h1>50 moves</h1>
      <FoyerButton />
      <Game />
    </FoyerProvider>
  )
}
