import type { shell as english } from '../en/shell.js'
import type { Translated } from '../sentences.js'

export const shell: Translated<typeof english> = {
  'shell.back': '返回',
  'shell.loading': '正在加载',
  'shell.opensNewTab': '在新标签页中打开',
  'shell.unknown': '未知',
  'shell.offline': '当前处于离线状态。恢复连接后将继续。',
  'shell.notAvailable': '不可用',
}
