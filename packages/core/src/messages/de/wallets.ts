import type { wallets as english } from '../en/wallets.js'
import type { Translated } from '../sentences.js'

export const wallets: Translated<typeof english> = {
  'wallets.search': 'Wallet suchen',
  'wallets.certified': 'Zertifiziert',
  'wallets.certifiedOnly': 'Nur mit WalletConnect-Zertifikat',
  'wallets.isCertified': 'zertifiziert',
  'wallets.scan': 'Per QR-Code verbinden',
  'wallets.one': '1 Wallet',
  'wallets.count': '{count} Wallets',
  'wallets.none': 'Keine Wallet gefunden',
  'wallets.noneWhy': 'Weniger Buchstaben versuchen oder alle durchsehen.',
  'wallets.showAll': 'Alle Wallets zeigen',
  'wallets.failed': 'Die Liste der Wallets konnte nicht geladen werden.',
  'wallets.moreFailed': 'Weitere Wallets konnten nicht geladen werden.',
  'wallets.agree': 'Einverstanden mit:',
  'wallets.agreeTerms': 'Nutzungsbedingungen',
  'wallets.agreePrivacy': 'Datenschutz',
}
