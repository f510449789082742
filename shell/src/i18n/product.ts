export const productName = 'Obieg';
