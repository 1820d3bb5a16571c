import requests

from shop import inventory
from shop.models import Order

URL = "https://shop.example/orders"


def place(order: Order, retries: int = 2) -> str:
    if order.total <= 0:
        raise ValueError("empty order")
    inventory.reserve(order)
    if not order.reserved:
        return "backorder"
    for _ in range(retries):
        try:
            resp = requests.post(URL, json={"id": order.id})
        except requests.Timeout:
            continue
        if resp.status_code == 201:
            return resp.json()["receipt"]
    return "failed"
