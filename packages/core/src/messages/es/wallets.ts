import type { wallets as english } from '../en/wallets.js'
import type { Translated } from '../sentences.js'

export const wallets: Translated<typeof english> = {
  'wallets.search': 'Buscar billetera',
  'wallets.certified': 'Certificadas',
  'wallets.certifiedOnly': 'Solo certificadas por WalletConnect',
  'wallets.isCertified': 'certificada',
  'wallets.scan': 'Conectar con código QR',
  'wallets.one': '1 billetera',
  'wallets.count': '{count} billeteras',
  'wallets.none': 'Ninguna billetera',
  'wallets.noneWhy': 'Prueba con menos letras o mira todas.',
  'wallets.showAll': 'Ver todas las billeteras',
  'wallets.failed': 'No se pudo cargar la lista de billeteras.',
  'wallets.moreFailed': 'No se pudieron cargar más billeteras.',
  'wallets.agree': 'Acepto:',
  'wallets.agreeTerms': 'términos del servicio',
  'wallets.agreePrivacy': 'política de privacidad',
}
