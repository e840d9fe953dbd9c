import '@foyer/react/style.css'
import type { ReactNode } from 'react'

export const metadata = { title: 'My dapp', icons: 'data:,' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
