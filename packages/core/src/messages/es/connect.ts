import type { connect as english } from '../en/connect.js'
import type { Translated } from '../sentences.js'

export const connect: Translated<typeof english> = {
  'connect.title': 'Conectar billetera',
  'connect.wallets': 'Billeteras',
  'connect.allWallets': 'Más billeteras',
  'connect.installed': 'instalada',
  'connect.recent': 'reciente',
  'connect.qrCode': 'código QR',
  'connect.multichain': 'multicadena',
  'connect.empty': 'No se encontró ninguna billetera en este navegador',
  'connect.emptyWhy': 'Consigue una o activa la que tienes y vuelve a cargar esta página.',
  'connect.getWallet': 'Obtener billetera',
  'connect.legal': 'Al conectar tu billetera, aceptas',
  'connect.terms': 'los Términos de servicio',
  'connect.legalAnd': 'y',
  'connect.privacy': 'el Aviso de privacidad',
  'help.walletTitle': '¿Qué es una billetera?',
  'shell.back': 'Atrás',
  'shell.loading': 'Cargando',
  'shell.opensNewTab': 'se abre en otra pestaña',
  'shell.unknown': 'Desconocido',
  'shell.offline': 'No tienes conexión. Esto seguirá cuando la recuperes.',
  'shell.notAvailable': 'No disponible',
}
