import type { pairing as english } from '../en/pairing.js'
import type { Translated } from '../sentences.js'

export const pairing: Translated<typeof english> = {
  'pairing.platforms': 'Dónde está tu billetera',
  'pairing.browser': 'Navegador',
  'pairing.mobile': 'Móvil',
  'pairing.web': 'App web',
  'pairing.desktop': 'Escritorio',
  'pairing.scan': 'Escanea este código QR con tu teléfono',
  'pairing.code': 'Código QR que conecta una billetera',
  'pairing.codeOf': 'Código QR que conecta {wallet}',
  'pairing.renewed': 'Se renovó el código QR.',
  'pairing.show': 'Ver código QR',
  'pairing.copyLink': 'Copiar enlace',
  'pairing.copied': 'Enlace copiado',
  'pairing.open': 'Abrir',
  'pairing.openApp': 'Abre la app de la billetera y continúa allí',
  'pairing.openWeb': 'Abre la billetera en una pestaña nueva y continúa allí',
  'pairing.noLink': 'Esta billetera no tiene un enlace seguro para abrirla. Copia el enlace y pégalo en la billetera.',
  'pairing.silent': '¿No se abrió nada? Copia el enlace y pégalo en {wallet}, o vuelve a intentarlo.',
  'pairing.slow': 'Aún sin conexión',
  'pairing.slowWhy':
    'El servicio que lleva mensajes a tu billetera aún no ha respondido. Vuelve a intentarlo o conéctate de otra forma.',
  'pairing.otherWay': 'Conectar de otra forma',
  'pairing.unusedWhy': 'La solicitud no se respondió a tiempo. Inicia una nueva y acéptala en la billetera.',
  'pairing.failedWhy': 'La respuesta de la billetera no se pudo usar. Vuelve a intentarlo o elige otra billetera.',
  'pairing.unreachable': 'Sin conexión',
  'pairing.unreachableWhy':
    'El servicio que lleva mensajes a tu billetera no está disponible ahora. Vuelve a intentarlo en un momento.',
  'pairing.refused': 'No disponible por ahora',
  'pairing.refusedWhy':
    'El servicio que lleva mensajes a tu billetera rechazó esta app. Vuelve a intentarlo o conéctate de otra forma.',
  'pairing.offline': 'No tienes conexión',
  'pairing.offlineWhy': 'Recupera la conexión e inténtalo otra vez.',
  'pairing.missing': 'No disponible aquí',
  'pairing.missingWhy': 'Esta app no llega a billeteras de otros dispositivos. Elige una de este navegador.',
}
